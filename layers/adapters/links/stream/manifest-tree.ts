import type { Element } from '../web/markup.ts';

/** An element with those in it. */
export interface Node {
  readonly name: string;
  readonly attributes: Element['attributes'];
  readonly text: string;
  readonly children: Node[];
}

export const named = ({ children }: Node, name: string): Node[] =>
  children.filter((child) => child.name === name);

/** Elements in document order, each within those that stand around it. */
export function treeOf(elements: readonly Element[]): Node[] {
  const roots: Node[] = [];
  const open: { readonly node: Node; readonly depth: number }[] = [];
  for (const { name, attributes, text, depth } of elements) {
    const node: Node = { name, attributes, text, children: [] };
    while ((open.at(-1)?.depth ?? 0) >= depth) open.pop();
    (open.at(-1)?.node.children ?? roots).push(node);
    open.push({ node, depth });
  }
  return roots;
}
