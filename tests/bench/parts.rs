//! Benchmarks of the parts of a conversion: `cargo bench`.

use std::io::Read as _;

use divan::{Bencher, counter::BytesCount};
use encoding_rs::Encoding;
use plyglot::{
    convert::{Converter, Options},
    io::{Block, BlockContent, Blocks, Cutting, encoding},
    layout::{InputFormat, jsonl::JsonWriter, pgn::PgnWriter},
    notation::Choice,
    resolve::Notations,
};

const MAX_GAME: usize = 64 << 20;

fn main() {
    divan::main();
}

/// Plain games, a few hundred kilobytes.
fn games() -> Vec<u8> {
    let game = include_str!("../../fixtures/opera.pgn").trim_end();
    let plain: String = game.split('{').map(|it| it.split_once('}').map_or(it, |(_, after)| after)).collect();
    format!("{plain}\n\n").repeat(300).into_bytes()
}

const fn cutting() -> Cutting {
    Cutting { format: None, extract: false, encoding: None, max_game: MAX_GAME }
}

#[divan::bench]
fn cut_into_blocks(bencher: Bencher<'_, '_>) {
    let bytes = games().repeat(10);
    bencher.counter(BytesCount::of_slice(&bytes)).bench_local(|| {
        let mut blocks = Blocks::new(&bytes[..], cutting());
        let mut count = 0;
        while let Ok(Some(block)) = blocks.next_block() {
            count += block.bytes.len();
        }
        count
    });
}

#[divan::bench]
fn decode_utf8(bencher: Bencher<'_, '_>) {
    let bytes = games();
    bencher
        .counter(BytesCount::of_slice(&bytes))
        .with_inputs(|| bytes.clone())
        .bench_local_values(|bytes| encoding::plain(bytes, None));
}

#[divan::bench]
fn decode_latin(bencher: Bencher<'_, '_>) {
    let mut bytes = games();
    bytes.extend_from_slice(b"{\xe9}");
    let encoding = Encoding::for_label(b"latin1");
    bencher
        .counter(BytesCount::of_slice(&bytes))
        .with_inputs(|| bytes.clone())
        .bench_local_values(|bytes| encoding::decode(bytes, encoding));
}

#[divan::bench(args = ["gzip", "zstd"])]
fn decompress(bencher: Bencher<'_, '_>, format: &str) {
    let bytes = games().repeat(10);
    let packed = match format {
        "gzip" => {
            let mut packed = Vec::new();
            let level = flate2::Compression::default();
            flate2::read::GzEncoder::new(&bytes[..], level).read_to_end(&mut packed).expect("memory");
            packed
        }
        _ => zstd::encode_all(&bytes[..], 3).expect("memory"),
    };
    bencher.counter(BytesCount::of_slice(&bytes)).bench_local(|| {
        let mut text = Vec::new();
        match format {
            "gzip" => flate2::read::MultiGzDecoder::new(&packed[..]).read_to_end(&mut text),
            _ => zstd::Decoder::new(&packed[..]).and_then(|mut it| it.read_to_end(&mut text)),
        }
    });
}

fn options() -> Options {
    Options { max_game: MAX_GAME, ..Options::new(Notations::any()) }
}

fn block(bytes: &[u8]) -> Block {
    Block { bytes: bytes.to_vec(), first_line: 1, format: InputFormat::Pgn, content: BlockContent::Games }
}

/// All notations without styles.
fn notations() -> impl Iterator<Item = &'static str> {
    plyglot::notation::REGISTRY.iter().map(|it| it.name)
}

#[divan::bench(args = notations())]
fn convert_to(bencher: Bencher<'_, '_>, notation: &str) {
    let bytes = games();
    let options = options();
    let choice = Choice::parse(notation).expect("it is in the registry");
    let mut converter = Converter::new(&options, Box::new(PgnWriter::new(&choice, 79)));
    bencher
        .counter(BytesCount::of_slice(&bytes))
        .with_inputs(|| block(&bytes))
        .bench_local_values(|block| converter.convert(block));
}

#[divan::bench]
fn convert_to_json_lines(bencher: Bencher<'_, '_>) {
    let bytes = games();
    let options = options();
    let choice = Choice::san();
    let mut converter = Converter::new(&options, Box::new(JsonWriter::new(&choice)));
    bencher
        .counter(BytesCount::of_slice(&bytes))
        .with_inputs(|| block(&bytes))
        .bench_local_values(|block| converter.convert(block));
}
