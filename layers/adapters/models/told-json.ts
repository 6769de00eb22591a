/**
 * The JSON of an answer that may stand in a fence, after thoughts, or between words; undefined when
 * there is none.
 */
export function jsonIn(text: string): unknown {
  const plain = withoutThoughts(text).trim();
  const fenced = /```(?:json)?\s*([\s\S]*?)```/.exec(plain)?.[1];
  const [from, to] = [plain.indexOf('{'), plain.lastIndexOf('}')];
  const inside = from >= 0 && to > from ? plain.slice(from, to + 1) : undefined;
  // The text as it is comes first: words between quotes may look like a thought.
  for (const candidate of [text, plain, fenced, inside]) {
    if (candidate === undefined) continue;
    try {
      return JSON.parse(candidate);
    } catch {
      // The next candidate may be it.
    }
  }
  return undefined;
}

const THOUGHT = '<think>';
const THOUGHT_END = '</think>';

/**
 * What follows the thoughts. Some servers leave out where they start; thoughts that were cut off
 * are all that there is, and a draft in them is no answer.
 */
function withoutThoughts(text: string): string {
  const end = text.lastIndexOf(THOUGHT_END);
  const rest = end < 0 ? text : text.slice(end + THOUGHT_END.length);
  return rest.trimStart().startsWith(THOUGHT) ? '' : rest;
}

/** What a text that was cut off at the limit of tokens had come to. */
export const cutOffIn = (text: string): 'in_answer' | 'in_thoughts' =>
  withoutThoughts(text).includes('{') ? 'in_answer' : 'in_thoughts';

/** Says in words what a server does not enforce. */
export const jsonOnly = (schema: Readonly<Record<string, unknown>>): string =>
  `Answer with JSON alone, without a fence, that fits this JSON Schema:\n${JSON.stringify(schema)}`;
