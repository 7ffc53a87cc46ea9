//! A scenario of the author's own inside of a link.
//!
//! A link is all that a chat program or a mail keeps. So the scenario's text travels in it: deflated (RFC 1951), then
//! in the base64 alphabet that is made for addresses (RFC 4648, 5), without padding. Nothing in it is read as markup
//! or broken at a Han character. It is text of a stranger: what comes out is at most [`TEXT_MAX`] bytes, and read
//! like any other file.

use super::link::LENGTH_MAX;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use miniz_oxide::deflate::compress_to_vec;
use miniz_oxide::inflate::decompress_to_vec_with_limit;

/// The longest text in bytes: what the reader of scenario files takes, so that a few bytes cannot fill the memory.
pub const TEXT_MAX: usize = 1 << 18;
/// The best the compression can do; a scenario is small.
const LEVEL: u8 = 9;

/// The text cannot be had from what the link carries: it was cut, or changed on its way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Damaged;

/// The text as a link carries it; nothing where no link is long enough.
pub fn carry(text: &str) -> Option<String> {
    let carried = URL_SAFE_NO_PAD.encode(compress_to_vec(text.as_bytes(), LEVEL));
    (text.len() <= TEXT_MAX && carried.len() < LENGTH_MAX).then_some(carried)
}

/// The text that a link carries.
pub fn unpack(carried: &str) -> Result<String, Damaged> {
    let packed = URL_SAFE_NO_PAD.decode(carried).map_err(|_| Damaged)?;
    let text = decompress_to_vec_with_limit(&packed, TEXT_MAX).map_err(|_| Damaged)?;
    String::from_utf8(text).map_err(|_| Damaged)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_comes_back_as_it_was() {
        for text in ["", "id = \"mine\"\n", "佇列，執行緒 👩‍👧\n", &"x = 1\n".repeat(9_000)]
        {
            let carried = carry(text).expect("short enough");
            assert!(
                carried.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte))
            );
            assert_eq!(unpack(&carried).as_deref(), Ok(text));
        }
    }

    #[test]
    fn what_is_too_long_is_not_carried() {
        assert_eq!(carry(&"x".repeat(TEXT_MAX + 1)), None);
        // Numbers without a pattern cannot be made much shorter.
        let mut state = 1_u64;
        let wild: String = (0..20_000)
            .map(|_| {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                char::from(b'!' + u8::try_from(state >> 57).expect("seven bits") % 94)
            })
            .collect();
        assert_eq!(carry(&wild), None);
    }

    #[test]
    fn what_was_cut_or_changed_is_damaged() {
        let carried = carry(&"text = \"Hello\"\n".repeat(20)).expect("short enough");
        for bad in ["*", "é", "A", &carried[..carried.len() / 2], &format!("{carried}=")] {
            assert_eq!(unpack(bad), Err(Damaged), "{bad}");
        }
        let bomb = URL_SAFE_NO_PAD.encode(compress_to_vec(&vec![b'x'; TEXT_MAX + 1], LEVEL));
        assert!(bomb.len() < 1_000);
        assert_eq!(unpack(&bomb), Err(Damaged));
    }
}
