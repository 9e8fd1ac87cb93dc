//! Enums whose values have names: what options can be set to, by the command line or by a name in a library call.

use std::fmt;

/// The error for a name that no value has.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownName {
    /// What is to be named, as in `layout`.
    pub(crate) what: &'static str,
    pub(crate) name: String,
    pub(crate) known: Vec<&'static str>,
}

impl fmt::Display for UnknownName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let UnknownName { what, name, known } = self;
        write!(f, "unknown {what} '{name}'; known are {}", known.join(", "))
    }
}

impl std::error::Error for UnknownName {}

/// A type made by [`named`].
pub(crate) trait Named: Copy + std::str::FromStr<Err = UnknownName> {
    /// Returns the name, then others that are understood.
    fn names(self) -> &'static [&'static str];

    /// Returns what the value means, in a few words.
    fn meaning(self) -> &'static str;
}

/// Defines an enum: each value with its name, other names that are understood, and its meaning.
macro_rules! named {
    (
        $(#[$about:meta])*
        $what:literal $type:ident $(: $default:ident)? {
            $($(#[$when:meta])* $value:ident: [$name:literal $(, $other:literal)*], $meaning:literal;)+
        }
    ) => {
        $(#[$about])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        #[non_exhaustive]
        pub enum $type {
            $($(#[$when])* #[doc = concat!($meaning, ".")] $value,)+
        }

        impl $type {
            /// Every value.
            pub const ALL: &[$type] = &[$($(#[$when])* $type::$value),+];

            /// Returns the name, as on the command line.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $($(#[$when])* $type::$value => $name,)+
                }
            }
        }

        $(impl $default for $type {
            fn default() -> $type {
                $type::ALL[0]
            }
        })?

        impl $crate::named::Named for $type {
            fn names(self) -> &'static [&'static str] {
                match self {
                    $($(#[$when])* $type::$value => &[$name $(, $other)*],)+
                }
            }

            fn meaning(self) -> &'static str {
                match self {
                    $($(#[$when])* $type::$value => $meaning,)+
                }
            }
        }

        impl std::fmt::Display for $type {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.name())
            }
        }

        /// Parses a name, whatever its case.
        impl std::str::FromStr for $type {
            type Err = $crate::named::UnknownName;

            fn from_str(name: &str) -> Result<$type, Self::Err> {
                let is_named = |it: &$type| {
                    $crate::named::Named::names(*it).iter().any(|known| known.eq_ignore_ascii_case(name))
                };
                $type::ALL.iter().copied().find(is_named).ok_or_else(|| $crate::named::UnknownName {
                    what: $what,
                    name: name.to_owned(),
                    known: $type::ALL.iter().map(|it| it.name()).collect(),
                })
            }
        }
    };
}

pub(crate) use named;
