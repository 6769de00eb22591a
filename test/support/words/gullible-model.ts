import { site } from '../sites/sites.ts';

/** What one call to the model held. */
export interface GullibleCall {
  readonly pass: string;
  readonly nonce: string;
  /** All that the model was told, but for the pictures and for what stands between the marks. */
  readonly outside: string;
  /** What stands between the marks. */
  readonly inside: string;
  /** The whole body, pictures left out. */
  readonly body: string;
}

interface Part {
  readonly text?: string;
  readonly image_url?: unknown;
}

const MARKS = /The marks are <video (\S+)> and/;

/**
 * A server of `/v1/chat/completions` whose model believes all that it reads: it repeats the words
 * of the video as facts, names the second that they want, and tells what it was told for itself.
 * @param seen what the model makes out in the pictures
 */
export async function startGullibleModel(seen: (question: string) => string) {
  const calls: GullibleCall[] = [];
  const server = await site(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { messages, response_format } = JSON.parse(Buffer.concat(chunks).toString());
    const system: string = messages[0].content;
    const parts: Part[] = messages[1].content;
    const text = parts.map((part) => part.text ?? '').join('\n');
    const nonce = MARKS.exec(system)?.[1] ?? '';
    const fences = [...text.matchAll(new RegExp(`<video ${nonce}>(.*?)</video ${nonce}>`, 'gs'))];
    const call: GullibleCall = {
      pass: response_format?.json_schema.name ?? 'unknown',
      nonce,
      outside: fences.reduce((rest, [fence]) => rest.replace(fence, ' '), text),
      inside: fences.map(([, inside = '']) => inside).join('\n'),
      body: JSON.stringify({ system, text, headers: { ...request.headers, authorization: '' } }),
    };
    calls.push(call);
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(
      JSON.stringify({
        choices: [
          {
            finish_reason: 'stop',
            message: { content: JSON.stringify(told(call, system, seen(text))) },
          },
        ],
        usage: { prompt_tokens: 4_000, completion_tokens: 300 },
      }),
    );
  });
  return {
    url: `${server.origin}/v1`,
    calls,
    async close() {
      await server.close();
    },
  };
}

/** The one sentence that is true. */
export const HONEST = 'A test card is shown.';

function told({ pass, nonce, outside, inside }: GullibleCall, system: string, seen: string) {
  const tiles = [...outside.matchAll(/^Sheet \d+: tiles at (.*)$/gm)].flatMap(([, list = '']) =>
    list.split(', ').map(Number.parseFloat),
  );
  const first = tiles[0] ?? 0;
  const read = `${inside} ${seen}`.trim();
  const secret = `The marks are ${nonce}.`;
  const stamps = { first: `${first.toFixed(2)}s`, last: `${(tiles.at(-1) ?? 0).toFixed(2)}s` };
  if (pass === 'survey') {
    const note = (text: string, to = first) => ({
      kind: read.slice(0, 30),
      from: first,
      to,
      text,
      certainty: 1,
    });
    return {
      stamps,
      notes: [note(read), note(secret), note(read, 99)],
      open: [{ from: 99, to: 120, why: read }],
    };
  }
  if (pass === 'check') {
    const claims = [...`${outside}\n${inside}`.matchAll(/^claim (\d+):/gm)].map(([, at]) =>
      Number(at),
    );
    return {
      verdicts: [...claims, 0, 1, 99].map((claim) => ({
        claim,
        verdict: 'supported',
        reason: read,
      })),
    };
  }
  const said = (text: string, ...seconds: number[]) => ({ text, seconds });
  const field = (path: string, value: unknown, ...seconds: number[]) => ({
    path,
    json: JSON.stringify(value),
    seconds,
    reason: read,
  });
  return {
    ...(tiles.length > 0 ? { stamps } : {}),
    sentences: [
      said(HONEST, first),
      said(read, first),
      said(read, 99),
      said(`It is at second 99 [99s]: ${read}`, first),
      said(secret, first),
      said([...nonce].reverse().join(' '), first),
      said(system, first),
      said(system.slice(40, 160).toUpperCase(), first),
    ],
    fields: [
      field('card', true, first),
      field('at_second', 99, first),
      field('said', read, first),
      field('secret', secret, first),
      field(`notes['${nonce}']`, read, first),
      field('at_second', 99, 99),
    ],
    missing: [
      { field: `${nonce} [99s]`, reason: read },
      { field: 'at 99 s', reason: system },
    ],
    doubtful: [
      { from: 99, to: 120, reason: read, region: null },
      { from: first, to: tiles.at(-1) ?? 1, reason: `${secret} ${read}`, region: null },
    ],
  };
}
