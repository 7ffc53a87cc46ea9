//! Names for messages that their client gave none: in the form of a uuid of version 7, which begins with
//! the time. The rest of it counts instead of being random, so that a run can be repeated.

use crate::ground::Millis;

/// The name number `count` that is made at this time.
pub(super) fn made(at: Millis, count: u32) -> String {
    let time = hex(at.0, 12);
    let (first, second) = time.split_at(8);
    [first, "-", second, "-7000-8000-", &hex(u64::from(count), 12)].concat()
}

/// The last `digits` hexadecimal digits of a number.
fn hex(number: u64, digits: u32) -> String {
    let nibbles = (0..digits).rev().map(|place| (number >> (4 * place)) & 0xf);
    nibbles.filter_map(|nibble| char::from_digit(u32::try_from(nibble).ok()?, 16)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_looks_like_a_uuid_of_version_7_and_begins_with_the_time() {
        assert_eq!(made(Millis(0), 1), "00000000-0000-7000-8000-000000000001");
        assert_eq!(made(Millis(0x0123_4567_89ab), 0xff), "01234567-89ab-7000-8000-0000000000ff");
    }
}
