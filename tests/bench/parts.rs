//! Benchmarks of the library: `cargo bench`.

use divan::{Bencher, counter::BytesCount};
use plyglot::{Converter, Games, Layout, Notation, Position, Reading, notations};

fn main() {
    divan::main();
}

/// Plain games, a few hundred kilobytes.
fn games() -> Vec<u8> {
    let game = include_str!("../../fixtures/opera.pgn").trim_end();
    let plain: String = game.split('{').map(|it| it.split_once('}').map_or(it, |(_, after)| after)).collect();
    format!("{plain}\n\n").repeat(300).into_bytes()
}

fn notation(name: &str) -> Notation {
    name.parse().expect("a notation")
}

fn convert(bencher: Bencher<'_, '_>, bytes: &[u8], converter: &Converter) {
    let mut out = Vec::new();
    bencher.counter(BytesCount::of_slice(bytes)).bench_local(|| {
        out.clear();
        converter.convert(bytes, &mut out).expect("memory")
    });
}

/// All notations without styles.
fn names() -> impl Iterator<Item = &'static str> {
    notations().map(|it| it.0)
}

#[divan::bench(args = names())]
fn convert_to(bencher: Bencher<'_, '_>, to: &str) {
    convert(bencher, &games(), &Converter::to(notation(to)));
}

#[divan::bench(args = names())]
fn convert_from(bencher: Bencher<'_, '_>, from: &str) {
    let mut bytes = Vec::new();
    Converter::to(notation(from)).convert(&games()[..], &mut bytes).expect("memory");
    convert(bencher, &bytes, &Converter::to(notation("san")).reading(Reading::new().from(notation(from))));
}

#[divan::bench(args = Layout::ALL)]
fn convert_into(bencher: Bencher<'_, '_>, layout: Layout) {
    let to = if layout.name().starts_with("grid") { "sllavcco" } else { "san" };
    convert(bencher, &games(), &Converter::to(notation(to)).layout(layout));
}

#[divan::bench]
fn convert_latin(bencher: Bencher<'_, '_>) {
    let mut bytes = games();
    bytes.extend_from_slice(b"{\xe9}");
    let reading = Reading::new().encoding("latin1".parse().expect("an encoding"));
    convert(bencher, &bytes, &Converter::to(notation("san")).reading(reading));
}

#[divan::bench]
fn iterate(bencher: Bencher<'_, '_>) {
    let bytes = games();
    bencher
        .counter(BytesCount::of_slice(&bytes))
        .bench_local(|| Games::new(&bytes[..]).map(|it| it.expect("memory").events().len()).sum::<usize>());
}

#[divan::bench(args = names())]
fn write_and_parse_a_move(bencher: Bencher<'_, '_>, name: &str) {
    let (notation, position) = (notation(name), Position::default());
    let ply = Notation::san().parse(&position, "Nf3").expect("a move");
    bencher.bench_local(|| {
        let text = notation.write(&position, &ply).expect("a text");
        notation.parse(&position, &text)
    });
}
