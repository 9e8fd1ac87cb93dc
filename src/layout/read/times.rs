//! Times in records: on clocks, and of games.

use crate::layout::scoresheet;

/// Returns a time in seconds as PGN has it: `0:05:00`.
pub(super) fn clock_text(seconds: f64) -> String {
    let whole = seconds.max(0.0).floor();
    let rest = format!("{:.2}", seconds.max(0.0) - whole);
    let rest = rest.trim_start_matches('0').trim_end_matches('0').trim_end_matches('.').to_owned();
    let whole = whole as u64;
    format!("{}:{:02}:{:02}{rest}", whole / 3600, whole / 60 % 60, whole % 60)
}

/// Returns the date and the time of a moment, given in seconds or milliseconds since 1970, or as `2017-08-31T20:06:40Z`.
pub(super) fn moment(text: &str) -> Option<(String, String)> {
    let Ok(number) = text.parse::<f64>() else {
        let (date, time) = text.split_once(['T', ' '])?;
        let is_date = date.split('-').map(str::len).eq([4, 2, 2]);
        let is_time = time.split(':').count() >= 2 && time.starts_with(|it: char| it.is_ascii_digit());
        let time = time.get(..8).unwrap_or(time);
        return (is_date && is_time).then(|| (scoresheet::date(date).into_owned(), time.to_owned()));
    };
    // Milliseconds since 1973 have more digits than seconds until the year 5138.
    let seconds = if number >= 1e11 { number / 1000.0 } else { number };
    if !(1e8..1e11).contains(&seconds) {
        return None;
    }
    let (days, seconds) = (seconds as i64 / 86_400, seconds as i64 % 86_400);
    // The civil calendar, counted in eras of 400 years that begin in March.
    let era = (days + 719_468) / 146_097;
    let of_era = (days + 719_468) % 146_097;
    let year_of_era = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let day = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month = (5 * day + 2) / 153;
    let (day, month) = (day - (153 * month + 2) / 5 + 1, if month < 10 { month + 3 } else { month - 9 });
    let year = year_of_era + era * 400 + i64::from(month <= 2);
    let time = format!("{:02}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60);
    Some((format!("{year:04}.{month:02}.{day:02}"), time))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_and_clocks() {
        for (text, expected) in [
            ("1504210197000", Some(("2017.08.31", "20:09:57"))),
            ("1.50421E+12", Some(("2017.08.31", "20:06:40"))),
            ("951782400", Some(("2000.02.29", "00:00:00"))),
            ("2024-02-29T12:30:05.123Z", Some(("2024.02.29", "12:30:05"))),
            ("15:45:39", None),
            ("12", None),
        ] {
            let found = moment(text);
            assert_eq!(found.as_ref().map(|it| (&*it.0, &*it.1)), expected, "{text}");
        }
        for (seconds, expected) in
            [(300.0, "0:05:00"), (3725.5, "1:02:05.5"), (59.03, "0:00:59.03"), (0.0, "0:00:00")]
        {
            assert_eq!(clock_text(seconds), expected);
        }
    }
}
