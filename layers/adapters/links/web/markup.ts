import { Parser } from 'htmlparser2';

/** An element of a page or manifest; `text` is kept for what is asked for by name. */
export interface Element {
  readonly name: string;
  readonly attributes: Readonly<Partial<Record<string, string>>>;
  readonly text: string;
  /** How many elements stand around it. */
  readonly depth: number;
}

/** Pages that people write nest some dozens of elements. The parser's time grows with the depth. */
const MAX_DEPTH = 1000;
const MAX_ELEMENTS = 20_000;

/**
 * The elements of a text in document order, found in time linear in its length. A tree as browsers
 * build it, and selectors over it, take the square of what hostile markup nests.
 * @param names which elements are kept, and of which the text is
 * @returns nothing at all when it is nested too deep; `words`: characters that a reader sees
 */
export function elementsOf(
  text: string,
  names: { readonly kept: readonly string[]; readonly withText?: readonly string[] },
  { xml = false } = {},
): { readonly elements: readonly Element[]; readonly words: number } {
  const kept = new Set(names.kept);
  const withText = new Set(names.withText);
  const elements: (Element & { text: string })[] = [];
  let depth = 0;
  let words = 0;
  let silent = 0;
  let open: { text: string } | undefined;
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        depth += 1;
        if (depth > MAX_DEPTH) throw new TooDeep();
        if (SILENT.has(name)) silent += 1;
        if (!kept.has(name) || elements.length >= MAX_ELEMENTS) return;
        const element = { name, attributes, text: '', depth };
        elements.push(element);
        if (withText.has(name)) open = element;
      },
      onclosetag(name) {
        depth -= 1;
        if (SILENT.has(name)) silent -= 1;
        if (withText.has(name)) open = undefined;
      },
      ontext(data) {
        if (open) open.text += data;
        if (silent === 0) words += data.trim().length;
      },
    },
    { decodeEntities: true, xmlMode: xml },
  );
  try {
    for (let at = 0; at < text.length; at += CHUNK) parser.write(text.slice(at, at + CHUNK));
    parser.end();
    return { elements, words };
  } catch (error) {
    if (error instanceof TooDeep) return { elements: [], words };
    throw error;
  }
}

/**
 * Where an element's content lies. Pages that load it late keep the address aside, with an empty
 * place in front.
 */
export const sourceOf = ({ attributes }: Element): string | undefined =>
  [attributes['src'], ...LATE.map((name) => attributes[name])].find(
    (address) => address && !/^(about|data|javascript):/i.test(address.trim()),
  );
const LATE = ['data-src', 'data-lazy-src', 'data-original', 'data-video-src', 'data-url'];

const CHUNK = 65_536;
const SILENT = new Set(['script', 'style', 'template', 'noscript', 'title', 'svg']);

class TooDeep extends Error {}
