const PLACE = /(<!-- table: ([a-z -]+?) -->\n)[\s\S]*?(\n<!-- end -->)/g;

/**
 * The page with each of its tables computed anew.
 * @throws Error for a place that no table belongs to, and a table without a place
 */
export function withTables(page: string, tables: Readonly<Record<string, () => string>>): string {
  const left = new Set(Object.keys(tables));
  const written = page.replace(PLACE, (_, head: string, name: string, end: string) => {
    const table = tables[name];
    if (table === undefined) throw new Error(`There is no table ${name}`);
    left.delete(name);
    return `${head}${table()}${end}`;
  });
  if (left.size > 0) throw new Error(`The page has no place for ${[...left].join(', ')}`);
  return written;
}
