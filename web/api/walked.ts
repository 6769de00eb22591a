/** As many as one call answers with. */
const PAGE = 100;

interface Page<Item> {
  readonly items: readonly Item[];
  /** Leads to the ones after; null at the end. */
  readonly next: string | null;
}

/** The first of a list that comes in pages: at most `most`. */
export async function walked<Item>(
  read: (query: { readonly limit: number; readonly next?: string }) => Promise<Page<Item>>,
  most: number,
): Promise<Item[]> {
  const found: Item[] = [];
  let next: string | null = null;
  do {
    const limit = Math.min(PAGE, most - found.length);
    const page: Page<Item> = await read(next === null ? { limit } : { limit, next });
    found.push(...page.items);
    next = page.next;
  } while (next !== null && found.length < most);
  return found;
}
