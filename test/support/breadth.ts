/**
 * Whether a suite that holds one behaviour against a table of cases tries the whole table, as
 * `npm run soak:breadth` does. A usual run tries those that take a path of their own through the
 * code.
 */
export const isFullBreadth = process.env['BREADTH'] === 'full';

/** What a usual run tries, and what is tried over the whole breadth. */
export const asMany = <T>(few: T, all: T): T => (isFullBreadth ? all : few);

/**
 * The cases of a table that this run tries.
 * @param few names of those that a usual run tries
 * @throws Error when a name is not in the table
 */
export function casesOf<Case extends { readonly name: string }>(
  all: readonly Case[],
  few: readonly string[],
): readonly Case[] {
  const unknown = few.filter((name) => !all.some((each) => each.name === name));
  if (unknown.length > 0) throw new Error(`no case is called ${unknown.join(', ')}`);
  return asMany(
    all.filter(({ name }) => few.includes(name)),
    all,
  );
}
