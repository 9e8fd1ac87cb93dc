//! Why something cannot be read or written: typed reasons, each with its English beside it.

use std::fmt::{self, Display, Formatter};

use crate::chess::{Color, Ply, Role, Square, Variant};

/// Formats a field of a reason.
trait Say {
    fn say(&self, f: &mut Formatter<'_>) -> fmt::Result;
}

impl Say for Color {
    fn say(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(self.fold_wb("White", "Black"))
    }
}

impl Say for Role {
    fn say(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// No role means any.
impl Say for Option<Role> {
    fn say(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(self.map_or("piece", Role::word))
    }
}

impl Say for Square {
    fn say(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.fmt(f)
    }
}

impl Say for Variant {
    fn say(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl Say for &'static str {
    fn say(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(self)
    }
}

impl Say for String {
    fn say(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(self)
    }
}

/// As in `Ng1-f3 or Nb1-d2`.
impl Say for Vec<Ply> {
    fn say(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let mut texts: Vec<String> = self.iter().map(coordinates).collect();
        texts.sort();
        texts.dedup();
        f.write_str(&any_of(&texts))
    }
}

/// As in `b1–d2 or g1–d2`.
impl Say for Vec<(Square, Square)> {
    fn say(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let texts: Vec<String> = self.iter().map(|(from, to)| format!("{from}–{to}")).collect();
        f.write_str(&any_of(&texts))
    }
}

/// As in `a pawn on d2 and a bishop on c1`.
impl Say for Vec<(Role, Square)> {
    fn say(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let texts: Vec<String> = self.iter().map(|(role, at)| format!("a {} on {at}", role.word())).collect();
        f.write_str(&all_of(&texts))
    }
}

/// As in `from b1 and from e4`.
impl Say for Vec<Square> {
    fn say(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let texts: Vec<String> = self.iter().map(|it| format!("from {it}")).collect();
        f.write_str(&all_of(&texts))
    }
}

/// As in `three`.
impl Say for usize {
    fn say(&self, f: &mut Formatter<'_>) -> fmt::Result {
        const COUNTS: [&str; 5] = ["two", "three", "four", "five", "six"];
        f.write_str(COUNTS.get(self.wrapping_sub(2)).copied().unwrap_or("several"))
    }
}

/// Formats a ply as in `Ng1-f3`.
fn coordinates(ply: &Ply) -> String {
    let letter =
        if ply.role() == Role::Pawn { String::new() } else { char::from(ply.role().letter()).to_string() };
    format!("{letter}{}{}{}", ply.from(), if ply.capture().is_some() { 'x' } else { '-' }, ply.to())
}

/// Joins words as in `a`, `a or b`, `a, b or c`.
pub(crate) fn any_of(words: &[impl Display]) -> String {
    joined(words, "or")
}

/// Joins words, as in `a, b and c`.
fn all_of(words: &[String]) -> String {
    joined(words, "and")
}

fn joined(words: &[impl Display], before_last: &str) -> String {
    let words: Vec<String> = words.iter().map(ToString::to_string).collect();
    match &words[..] {
        [] => String::new(),
        [one] => one.clone(),
        [most @ .., last] => format!("{} {before_last} {last}", most.join(", ")),
    }
}

/// A field in a message.
struct Said<'a, T>(&'a T);

impl<T: Say> Display for Said<'_, T> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.0.say(f)
    }
}

/// Defines an enum of reasons: each with its fields and its English, in which the fields are named.
macro_rules! reasons {
    ($(
        $(#[$about:meta])*
        $type:ident { $($reason:ident $({ $($field:ident: $of:ty),+ })?: $text:literal;)+ }
    )+) => {$(
        $(#[$about])*
        #[derive(Clone, PartialEq, Eq, Debug)]
        #[non_exhaustive]
        pub enum $type {
            $(#[doc = concat!("“", $text, "”.")] $reason $({
                $(#[doc = concat!("The `", stringify!($field), "` of the text.")] $field: $of,)+
            })?,)+
        }

        impl Display for $type {
            fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
                match self {
                    $($type::$reason $({ $($field),+ })? => {
                        $($(let $field = Said($field);)+)?
                        write!(f, $text)
                    })+
                }
            }
        }
    )+};
}

reasons! {
    /// Why a notation cannot express a ply, or the games of a board.
    Unwritable {
        Board9: "a game on 9×9 squares can only be written in chess99, geographical, lan and uci";
        Squares9 { notation: &'static str }: "{notation} has names for 8×8 squares only";
        PaladinLetter { role: Role }:
            "the paladin of Chess 99 has the letter A, which is the {role}'s in this language";
        Drop { notation: &'static str }: "{notation} has no drops";
        Promotion { notation: &'static str, role: Role }: "{notation} has no promotion to a {role}";
        PromotionWithCapture: "U-chess has no text for a promotion with capture";
        SharedSymbols { text: String, rivals: Vec<Ply> }: "no text of three symbols: {text} may also be {rivals}";
        NoKing: "no king to count the square from";
        NullMove { importer: &'static str }: "{importer} does not support null moves";
        Rules { importer: &'static str, variant: Variant }: "{importer} does not support {variant}";
    }

    /// Why no legal ply fits a text.
    Illegal {
        CastlingInCheck { side: Color }: "{side} is in check and cannot castle";
        Castling { side: Color }: "{side} cannot castle there now";
        PassInCheck: "the move cannot be passed in check";
        DropElsewhere: "pieces are dropped in Crazyhouse only (--rules crazyhouse)";
        Drop: "nothing of the kind can be dropped there";
        NoSuchPiece { side: Color, role: Role }: "{side} has no such {role}";
        NoPiece { side: Color, role: Role }: "{side} has no {role}";
        OffBoard: "that leads off the board";
        Captures { role: Role }: "it would capture the {role}";
        OtherVictim { role: Role }: "what stands there is a {role}";
        NoVictim { to: Square }: "nothing stands on {to} to be captured";
        NoPromotion: "that is no promotion";
        Promotion { role: Role }: "the pawn cannot become a {role} there";
        PromotionUnsaid: "the text does not say to what the pawn is promoted";
        OtherOrigin { role: Role, to: Square, from: Square }: "the {role} that can reach {to} stands on {from}";
        OwnPiece { side: Color, to: Square }: "{side}'s own piece stands on {to}";
        Unreachable { role: Option<Role>, to: Square }: "no {role} can reach {to}";
        VictimOn { role: Role, from: Square, victim: Role, to: Square }:
            "the {role} on {from} cannot take the {victim} on {to}";
        Victim { role: Role, from: Square, victim: Role }: "the {role} on {from} cannot take a {victim}";
        VictimThere { role: Role, victim: Role }: "no {role} can take a {victim} there";
        KingAttacked { to: Square }: "the king would be attacked on {to}";
        StillInCheck { side: Color }: "{side} is in check, and this does not parry it";
        Pinned { role: Role, from: Square }: "the {role} on {from} is pinned";
        PromotionWithCapture: "three symbols cannot say a capture with what the pawn becomes";
        SharedSymbols { rivals: Vec<(Square, Square)> }: "its three symbols would also do for {rivals}";
        UnknownPiece { name: String }: "this board has no piece {name}";
        NobodyThere: "none of the mover's pieces stands there, and squares do not move on this board";
        Circle: "no piece of this board moves in a circle";
        Directions: "the directions of this board are n, s, e and w";
        ManyCells: "several cells of the row are filled, and only castling fills two";
        NoText: "a move is a text, or has one as san, uci, lan, text or move, or as from and to";
    }

    /// Why several plies fit a text.
    Ambiguity {
        Moves: "it fits several moves";
        Pieces { pieces: Vec<(Role, Square)> }: "{pieces} can go there";
        Origins { count: usize, role: Role, origins: Vec<Square> }: "{count} {role}s can go there: {origins}";
        Texts: "the texts of the move differ";
    }
}

impl std::error::Error for Unwritable {}

/// A ply with its text.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Candidate {
    /// The ply.
    pub ply: Ply,
    /// Its text in the notation of the move.
    pub text: String,
}

impl Display for Candidate {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl Say for Candidate {
    fn say(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.fmt(f)
    }
}

reasons! {
    /// What some legal moves have in common.
    InCommon {
        Role { role: Role }: "moves of a {role}";
        To { to: Square }: "moves to {to}";
    }

    /// What may be meant where no legal ply fits a text.
    Suggestion {
        Instead { ply: Candidate }: "{ply}";
        Earlier { number: String, ply: Candidate }: "{number} {ply}";
        Missing { number: String, ply: Candidate }: "{number} {ply}, which is not printed";
        LeaveOut: "to leave it out";
        Exchanged { ply: Candidate }: "{ply}, exchanged with the move after it";
    }
}

impl Suggestion {
    /// Returns the ply to be read, if there is one, and where.
    #[must_use]
    pub fn ply(&self) -> Option<&Candidate> {
        match self {
            Suggestion::Instead { ply }
            | Suggestion::Earlier { ply, .. }
            | Suggestion::Missing { ply, .. }
            | Suggestion::Exchanged { ply } => Some(ply),
            Suggestion::LeaveOut => None,
        }
    }
}
