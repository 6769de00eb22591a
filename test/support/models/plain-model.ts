import sharp from 'sharp';
import { site } from '../sites/sites.ts';

interface Part {
  readonly text?: string;
  readonly image_url?: { readonly url: string };
}

/** A call that a model was sent. */
interface SentCall {
  readonly pass: string;
  readonly pictures: number;
  /** By the published rule: one for each 28 x 28 pixels, and for some four letters. */
  readonly tokens: number;
}

const PATCH = 28;

/** Of a picture; 0 of one that is none, undefined of words. */
async function picturesTokens({ image_url }: Part): Promise<number | undefined> {
  if (!image_url) return undefined;
  const bytes = Buffer.from(image_url.url.replace('data:image/jpeg;base64,', ''), 'base64');
  const { width = 0, height = 0 } = await sharp(bytes)
    .metadata()
    .catch(() => ({ width: 0, height: 0 }));
  return Math.ceil(width / PATCH) * Math.ceil(height / PATCH);
}

/** What every reading is answered with. */
export const PLAIN_ANSWER = 'It begins.';

/**
 * A server of `/v1/chat/completions` that answers every pass in the form that is asked for, and
 * counts its calls.
 */
export async function startPlainModel() {
  const sent: SentCall[] = [];
  const server = await site(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { messages, response_format } = JSON.parse(Buffer.concat(chunks).toString());
    const parts: Part[] = messages[1].content;
    const text = parts.map((part) => part.text ?? '').join('\n');
    const pass: string = response_format?.json_schema.name ?? 'unknown';
    const characters = messages[0].content.length + text.length;
    const sizes = await Promise.all(parts.map(picturesTokens));
    const pictures = sizes.filter((size) => size !== undefined);
    const tokens = pictures.reduce((sum, size) => sum + size, Math.ceil(characters / 4));
    sent.push({ pass, pictures: pictures.length, tokens });
    const content = JSON.stringify(toldInPass(pass, text));
    response.writeHead(200, { 'content-type': 'application/json' }).end(
      JSON.stringify({
        choices: [{ finish_reason: 'stop', message: { content } }],
        usage: { prompt_tokens: 50_000, completion_tokens: 100 },
      }),
    );
  });
  return {
    url: `${server.origin}/v1`,
    sent,
    async close() {
      await server.close();
    },
  };
}

/** What a pass is told, in the form that is asked for. */
export function toldInPass(pass: string, text: string) {
  const stamps = [...text.matchAll(/^Sheet \d+: tiles at (.*)$/gm)].flatMap(([, list = '']) =>
    list.split(', '),
  );
  const copied = { stamps: { first: stamps[0] ?? '', last: stamps.at(-1) ?? '' } };
  const seen = stamps.length > 0 ? copied : {};
  const second = Number.parseFloat(stamps[0] ?? /^(\d+\.\d+)s/m.exec(text)?.[1] ?? '0');
  if (pass === 'survey') {
    const note = { kind: 'scene', from: second, to: second, text: 'It begins.', certainty: 1 };
    return {
      ...seen,
      notes: [note],
      open: [{ from: second, to: second + 1, why: 'the beginning' }],
    };
  }
  if (pass === 'check') {
    const claims = [...text.matchAll(/^claim (\d+):/gm)];
    return {
      verdicts: claims.map(([, claim]) => ({
        claim: Number(claim),
        verdict: 'supported',
        reason: '',
      })),
    };
  }
  const sentences = [{ text: PLAIN_ANSWER, seconds: [second] }];
  return { ...seen, sentences, fields: [], missing: [], doubtful: [] };
}
