#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| plyglot::bodies::notation(data));
