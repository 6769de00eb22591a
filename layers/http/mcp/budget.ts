/**
 * Characters of one answer's JSON. It is sent twice, as text and as structured content, and
 * clients cut at about 150,000.
 */
export const MOST_CHARACTERS = 45_000;

/** Vision tokens of the pictures of one answer: clients cut at 25,000 tokens of everything. */
export const MOST_VISION_TOKENS = 22_000;

export const characters = (value: unknown): number => JSON.stringify(value).length;

/** Leaves out one thing after the other until a value is short enough. */
export function withinBudget<Value>(
  value: Value,
  ways: readonly ((value: Value) => Value)[],
): Value {
  let short = value;
  for (const leaveOut of ways) {
    if (characters(short) <= MOST_CHARACTERS) break;
    short = leaveOut(short);
  }
  return short;
}

/** The first entries, as many as there is room for, at least one. */
export function firstThatFit<Entry>(
  entries: readonly Entry[],
  room: number,
  size: (entry: Entry) => number = characters,
): Entry[] {
  let used = 0;
  const end = entries.findIndex((entry, at) => {
    used += size(entry);
    return at > 0 && used > room;
  });
  return entries.slice(0, end < 0 ? undefined : end);
}

/** The same with a note of what is not all there. */
export const noted = <Value extends { notes: string[] }>(value: Value, note: string): Value => ({
  ...value,
  notes: [...value.notes, note],
});
