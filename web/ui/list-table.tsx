import type { ComponentChildren } from 'preact';

interface Props<Item> {
  /** What the table is of, for those who cannot see the heading above it. */
  readonly name: string;
  readonly items: readonly Item[];
  /** Heads of the columns; an empty one is that of buttons. */
  readonly columns: readonly string[];
  /** A row of the table, with its key. */
  readonly row: (item: Item) => ComponentChildren;
  /** Said where there are no items. */
  readonly empty: ComponentChildren;
}

/** Items in rows. A narrow window scrolls the table, and not the page. */
export function ListTable<Item>({ name, items, columns, row, empty }: Props<Item>) {
  if (items.length === 0) return <p class="empty">{empty}</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keys
    <section class="scroll" aria-label={name} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column === '' ? <span class="hidden">Actions</span> : column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{items.map(row)}</tbody>
      </table>
    </section>
  );
}
