/** The JSON of an answer that may stand in a fence, after thoughts, or between words; undefined when there is none. */
export function jsonIn(text: string): unknown {
  const plain = text.replaceAll(/<think>[\s\S]*?<\/think>/g, '').trim();
  const fenced = /```(?:json)?\s*([\s\S]*?)```/.exec(plain)?.[1];
  const [from, to] = [plain.indexOf('{'), plain.lastIndexOf('}')];
  const inside = from >= 0 && to > from ? plain.slice(from, to + 1) : undefined;
  for (const candidate of [plain, fenced, inside]) {
    if (candidate === undefined) continue;
    try {
      return JSON.parse(candidate);
    } catch {
      // The next candidate may be it.
    }
  }
  return undefined;
}

/** Says in words what a server does not enforce. */
export const jsonOnly = (schema: Readonly<Record<string, unknown>>): string =>
  `Answer with JSON alone, without a fence, that fits this JSON Schema:\n${JSON.stringify(schema)}`;
