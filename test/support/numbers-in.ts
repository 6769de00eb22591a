/** Every number that a text shows, in digits of any script; of a clock, what it stands for. */
export function numbersIn(text: string): number[] {
  const ascii = text
    .replaceAll(/[\u200b-\u200f\u202a-\u202e\u2060-\u2069]/g, '')
    .replaceAll(/[\u0660-\u0669\u06f0-\u06f9\uff10-\uff19]/g, (digit) =>
      String((digit.codePointAt(0) ?? 0) & 0xf),
    )
    .replaceAll(/[\u0966-\u096f]/g, (digit) => String((digit.codePointAt(0) ?? 0) - 0x966));
  const clock = /(\d+)(?::(\d\d)(?!\d)|m(\d\d?)s)/g;
  const clocks = [...ascii.matchAll(clock)].map(
    ([, minutes, seconds, more]) => Number(minutes) * 60 + Number(seconds ?? more),
  );
  const rest = ascii.replaceAll(clock, ' ');
  return [...clocks, ...[...rest.matchAll(/\d+(?:\.\d+)?/g)].map(Number)];
}
