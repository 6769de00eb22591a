import { type Attributes, attributes } from './hls-attributes.ts';

/** Characters of a playlist once its variables are written out: as many as are read of one. */
const MAX_CHARACTERS = 4_000_000;

/**
 * Writes the values of its variables into a playlist, and leaves out the lines that tell them:
 * https://datatracker.ietf.org/doc/html/draft-pantos-hls-rfc8216bis#section-4.3
 * @param base the address it came from, of which a variable may be a parameter
 * @returns undefined where a value is told elsewhere or nowhere, or where all would be too long
 */
export function withVariables(text: string, base: string): string | undefined {
  if (!text.includes('#EXT-X-DEFINE:')) return text;
  const values = new Map<string, string>();
  const lines: string[] = [];
  let characters = 0;
  for (const line of text.split('\n')) {
    const [, told] = /^#EXT-X-DEFINE:(.*)$/.exec(line.trim()) ?? [];
    if (told !== undefined) {
      const [name, value] = variableOf(attributes(told), base);
      if (name === undefined || value === undefined) return undefined;
      values.set(name, value);
      continue;
    }
    let isKnown = true;
    const written = line.replace(/\{\$([\w-]+)\}/g, (_, name: string) => {
      isKnown &&= values.has(name);
      return values.get(name) ?? '';
    });
    characters += written.length + 1;
    if (!isKnown || characters > MAX_CHARACTERS) return undefined;
    lines.push(written);
  }
  return lines.join('\n');
}

const variableOf = ({ NAME, VALUE, QUERYPARAM }: Attributes, base: string) =>
  QUERYPARAM === undefined
    ? [NAME, VALUE]
    : [QUERYPARAM, new URL(base).searchParams.get(QUERYPARAM) ?? undefined];
