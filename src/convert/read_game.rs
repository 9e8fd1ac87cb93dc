//! Conversion of games that are given already read rather than as text: merged ones.

use super::{BlockConversion, Converted, Converter, Ends, OnError};
use crate::{
    bug::survive,
    chess::{Comment, CommentKind, Position},
    diagnostics::Problem,
    events::{Event, Game, Writer as _, emit},
    io::encoding::DecodedText,
    layout::{InputFormat, MovetextStyle, Output as _, pgn::PgnWriter},
    notation::Choice,
};

impl Converter<'_> {
    /// Converts a game that has been read. A bug costs the game.
    pub fn convert_game(&mut self, game: &Game<'_>) -> Converted {
        let (nothing, mut converted) = (DecodedText::default(), Converted::default());
        let source = (InputFormat::Pgn, &nothing, "");
        let written = survive(|| {
            BlockConversion::new(self.options, &mut *self.writer, source, &mut converted)
                .convert_read(game.clone());
        });
        if let Err(bug) = written {
            self.writer.buffer().clear();
            converted.fail(1, Problem::Bug(bug.to_string()));
            converted.stop = self.options.on_error == OnError::Stop;
        }
        converted.games = 1;
        self.take_output(&mut converted);
        if self.options.rejects && converted.failed > 0 {
            converted.rejects = pgn(game, MovetextStyle::default());
        }
        let Converted { ref out, ref rejects, failed, .. } = converted;
        let ends = Ends { out: out.len(), rejects: rejects.len(), failed };
        converted.ends.extend(self.ends.then_some(ends));
        converted
    }
}

/// Returns the moves from a position in SAN, with everything between them.
pub(super) fn movetext(start: &Position, events: &[Event<'_>]) -> String {
    let game = Game { start: start.clone(), events: events.to_vec(), ..Game::default() };
    let text = pgn(&game, MovetextStyle { results: false, ..MovetextStyle::default() });
    String::from_utf8_lossy(text.trim_ascii()).into_owned()
}

fn pgn(game: &Game<'_>, style: MovetextStyle) -> Vec<u8> {
    let san = Choice::own();
    let mut writer = PgnWriter::new(&san, 0).styled(style);
    // SAN can write every ply.
    let mut unwritten = |it: crate::events::Failed<'_, '_>| Comment {
        kind: CommentKind::Unwritten,
        text: it.why.to_string().into(),
    };
    emit(game, &mut writer, &mut unwritten);
    writer.end(game.outcome, &[]);
    std::mem::take(writer.buffer())
}
