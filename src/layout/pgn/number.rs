//! Move numbers, which precede every other ply.

/// A move number with its text, which is updated in place when the number goes up by one.
///
/// The text is kept in an integer, which avoids a store-forwarding stall.
#[derive(Default)]
pub struct MoveNumber {
    number: u32,
    digits: usize,
    /// The digits and three dots, first character in the lowest byte.
    text: u128,
}

impl MoveNumber {
    #[inline]
    pub fn set(&mut self, number: u32) {
        if number == self.number && self.digits > 0 {
            return;
        }
        let last = (8 * self.digits.saturating_sub(1)) & 127;
        let counts_on = number == self.number.wrapping_add(1) && self.digits > 0;
        if counts_on && (self.text >> last) as u8 != b'9' {
            self.text += 1 << last;
        } else {
            self.work_out(number);
        }
        self.number = number;
    }

    #[cold]
    fn work_out(&mut self, number: u32) {
        let mut text = Vec::with_capacity(16);
        push_number(number, &mut text);
        self.digits = text.len();
        text.extend_from_slice(b"...");
        self.text = text.iter().rev().fold(0, |word, byte| word << 8 | u128::from(*byte));
    }

    /// Writes the number with its dots, three for Black.
    #[inline]
    pub fn push(&self, black: bool, out: &mut Vec<u8>) {
        let end = out.len() + self.len(black);
        out.extend_from_slice(&self.text.to_le_bytes());
        out.truncate(end);
    }

    fn len(&self, black: bool) -> usize {
        self.digits + if black { 3 } else { 1 }
    }
}

/// Appends a number in decimal.
pub fn push_number(mut number: u32, out: &mut Vec<u8>) {
    let mut digits = [0; 10];
    let mut at = digits.len();
    loop {
        at -= 1;
        digits[at] = b'0' + (number % 10) as u8;
        number /= 10;
        if number == 0 {
            break;
        }
    }
    out.extend_from_slice(&digits[at..]);
}
