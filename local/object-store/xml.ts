const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\r': '&#13;',
};
const CHARACTERS: Readonly<Record<string, string>> = {
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  amp: '&',
};

const escapeText = (text: string): string =>
  text.replace(/[&<>"\r]/g, (character) => ENTITIES[character] ?? '');

const unescapeText = (text: string): string =>
  text.replace(/&(?:#x([\da-f]+)|#(\d+)|(\w+));/gi, (whole, hex, decimal, name) => {
    if (hex !== undefined) return String.fromCodePoint(Number.parseInt(hex, 16));
    if (decimal !== undefined) return String.fromCodePoint(Number(decimal));
    return CHARACTERS[name] ?? whole;
  });

/** Markup that is already written. */
export class Xml {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Content = string | number | boolean | Xml | undefined | readonly Content[];

const write = (content: Content): string => {
  if (content === undefined) return '';
  if (content instanceof Xml) return content.text;
  if (typeof content === 'object') return content.map(write).join('');
  return escapeText(String(content));
};

/** One element; content that is undefined leaves the element out. */
export const element = (name: string, content: Content): Xml =>
  new Xml(content === undefined ? '' : `<${name}>${write(content)}</${name}>`);

const NAMESPACE = 'http://s3.amazonaws.com/doc/2006-03-01/';

/** A whole answer in the namespace of S3. */
export const document = (root: string, content: Content): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="${NAMESPACE}">${write(content)}</${root}>`;

/** Errors carry no namespace. */
export const errorDocument = (content: Content): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<Error>${write(content)}</Error>`;

/** The inner markup of every `name` element of a flat S3 request body. */
export const elements = (markup: string, name: string): string[] =>
  [...markup.matchAll(new RegExp(`<${name}(?:\\s[^>]*)?>([\\s\\S]*?)</${name}>`, 'g'))].map(
    (match) => match[1] ?? '',
  );

/** The text of the first `name` element, or undefined. */
export const textOf = (markup: string, name: string): string | undefined => {
  const [inner] = elements(markup, name);
  return inner === undefined ? undefined : unescapeText(inner.trim());
};
