//! What the engines have in common.

use super::{KindPattern, Outcome, Pattern, Ply, PromotionPattern, Roles, Scope, Squares, Variant};

/// The rules of a game, from the position it has reached. A method with a default needs an implementation only
/// for games in which something special holds.
pub trait Rules: Sized {
    /// Returns the variant being played.
    fn variant(&self) -> Variant;

    /// Whether castling is written as in Chess960, by the rook's square.
    fn is_chess960(&self) -> bool {
        false
    }

    /// Returns the position as FEN.
    fn fen(&self) -> String;

    /// Whether this is the same position, move counters aside.
    fn same_as(&self, other: &Self) -> bool;

    /// Whether the king of the side not to move is attacked.
    fn is_mover_in_check(&self) -> bool {
        false
    }

    /// Returns the outcome, once the game is over.
    fn outcome(&self) -> Option<Outcome>;

    /// Appends the plies that fit the pattern, passes aside.
    fn plies(&self, scope: Scope, pattern: &Pattern, out: &mut Vec<Ply>);

    /// Returns all legal plies of these roles, passes aside: moves, then castling, then drops.
    fn legal_plies(&self, roles: Roles) -> Vec<Ply> {
        let any = Pattern { promotion: PromotionPattern::Unsaid, ..Pattern::to(roles, Squares::ALL) };
        let mut plies = Vec::new();
        for kind in [KindPattern::Move, KindPattern::Castle(Roles::ALL, Squares::ALL), KindPattern::Drop] {
            self.plies(Scope::Legal, &Pattern { kind, ..any }, &mut plies);
        }
        plies
    }

    /// Whether the side to move has a legal ply.
    fn has_ply(&self) -> bool {
        !self.legal_plies(Roles::ALL).is_empty()
    }

    /// Returns castling to the king's or the queen's side (east or west), if it is legal.
    fn castling(&self, kingside: bool) -> Option<Ply>;

    /// Returns the legal castlings.
    fn castlings(&self) -> impl Iterator<Item = Ply> {
        [true, false].into_iter().filter_map(|kingside| self.castling(kingside))
    }

    /// Plays a legal ply other than a pass.
    fn play(&mut self, ply: &Ply);

    /// Returns the position after a pass, if the side to move may pass.
    fn passed(&self) -> Option<Self>;
}
