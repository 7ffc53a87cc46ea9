//! The tables that every system fills in, so that all of them look the same: its rules, its kinds of step and
//! the switches of its newer rules. Each is a list of constants and `ALL` of them, in the order of the file.

/// A system's rules. An entry is a doc comment that names the file which decides the rule, then
/// `NAME = "its id", "its source" [, newer SWITCH] [, only ["VERSION", ...]] [, by Confidence];`.
///
/// A source begins with the tag of one of [`super::Vocabulary::sources`] and a space, unless it is the first one's;
/// then follows `path:lines`, `path#item@commit`, or what names the place there. Without `by` a rule was read in
/// source code.
macro_rules! rules {
    ($(
        $(#[$doc:meta])*
        $name:ident = $text:literal, $source:literal
        $(, newer $switch:ident)? $(, only [$($version:literal),+])? $(, by $confidence:ident)?;
    )*) => {
        $($(#[$doc])* pub const $name: $crate::world::RuleId = $crate::world::RuleId($text);)*

        /// Every rule above, in this order.
        pub const ALL: &[$crate::runtimes::Rule] = &[$($crate::runtimes::Rule {
            id: $name,
            source: $source,
            switch: $crate::runtimes::tables::switch!($($switch)?),
            versions: &[$($($version),+)?],
            confidence: $crate::runtimes::tables::confidence!($($confidence)?),
        }),*];
    };
}

macro_rules! switch {
    () => {
        None
    };
    ($switch:ident) => {
        Some(&$switch)
    };
}

macro_rules! confidence {
    () => {
        $crate::runtimes::Confidence::Source
    };
    ($confidence:ident) => {
        $crate::runtimes::Confidence::$confidence
    };
}

/// The switches of a system's newer rules: `NAME = "the setting", "since when";`.
macro_rules! switches {
    ($($(#[$doc:meta])* $name:ident = $setting:literal, $since:literal;)*) => {
        $(
            $(#[$doc])*
            pub const $name: $crate::runtimes::Switch =
                $crate::runtimes::Switch { setting: $setting, since: $since };
        )*

        /// Every switch above, in this order. Each is off in the baseline.
        pub const SWITCHES: &[$crate::runtimes::Switch] = &[$($name),*];
    };
}

/// A system's own kinds of step: `NAME = "thing.happened";`.
macro_rules! kinds {
    ($($(#[$doc:meta])* $name:ident = $text:literal;)*) => {
        $($(#[$doc])* pub const $name: $crate::world::Kind = $crate::world::Kind($text);)*

        /// Every kind above, in this order.
        pub const ALL: &[$crate::world::Kind] = &[$($name),*];
    };
}

pub(super) use {confidence, kinds, rules, switch, switches};
