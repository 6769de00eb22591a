import sharp from 'sharp';
import { bestGrid, GUTTER, tileSize } from '../../../layers/domain/frames/geometry.ts';
import { LEVEL_SPECS } from '../../../layers/domain/frames/levels.ts';
import { readNumber } from '../clips/barcode-clip.ts';
import { site } from '../sites/sites.ts';

/** A call as the server saw it. */
export interface OracleCall {
  readonly pass: string;
  /** The frame number in each tile of each sheet, read from its pixels. */
  readonly sheets: readonly (readonly number[])[];
  readonly text: string;
  readonly system: string;
}

export interface OracleAnswer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as the message's content; as JSON unless it is text. */
  readonly content?: unknown;
  readonly body?: unknown;
}

export interface Oracle {
  readonly url: string;
  readonly calls: OracleCall[];
  /** What is answered; by default what the pixels tell. */
  answer: (call: OracleCall) => OracleAnswer;
  /** What becomes of a call's tiles before they are looked at. */
  spoil: (sheets: number[][]) => number[][];
  close(): Promise<void>;
}

const ASPECT = 16 / 9;
/** Most that a grey of a cell without a tile differs from its first: JPEG is a little uneven. */
const UNEVEN = 20;

/** The frame numbers on a sheet of 16:9 tiles, in reading order. */
async function numbersOn(jpeg: Buffer): Promise<number[]> {
  const { data, info } = await sharp(jpeg).greyscale().raw().toBuffer({ resolveWithObject: true });
  const shapes = [LEVEL_SPECS.overview, LEVEL_SPECS.detail].map(({ frames_per_sheet }) => {
    const [cols, rows] = bestGrid(frames_per_sheet, ASPECT);
    return tileSize(cols, rows, ASPECT);
  });
  const fits = shapes.find(
    ([width, height]) =>
      (info.width + GUTTER) % (width + GUTTER) === 0 &&
      (info.height + GUTTER) % (height + GUTTER) === 0,
  );
  if (!fits) throw new Error(`no known tiles on a sheet of ${info.width} x ${info.height}`);
  const [width, height] = fits;
  const numbers: number[] = [];
  for (let y = 0; y < info.height; y += height + GUTTER) {
    for (let x = 0; x < info.width; x += width + GUTTER) {
      const tile = new Uint8Array(width * height);
      for (let row = 0; row < height; row++) {
        const from = (y + row) * info.width + x;
        tile.set(data.subarray(from, from + width), row * width);
      }
      const first = tile[0] ?? 0;
      const shown = tile.some((grey) => Math.abs(grey - first) > UNEVEN);
      if (shown) numbers.push(readNumber(tile, width, height));
    }
  }
  return numbers;
}

interface Part {
  readonly text?: string;
  readonly image_url?: { readonly url: string };
}

/**
 * A server of `/v1/chat/completions` that knows nothing but the pixels it is sent: it reads the
 * frame codes of test clips.
 */
export async function startOracle(answer: Oracle['answer']): Promise<Oracle> {
  const calls: OracleCall[] = [];
  const server = await site(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { messages, response_format } = JSON.parse(Buffer.concat(chunks).toString());
    const parts: Part[] = messages[1].content;
    const sheets: number[][] = [];
    for (const { image_url } of parts) {
      const encoded = image_url?.url.replace('data:image/jpeg;base64,', '');
      if (encoded !== undefined) sheets.push(await numbersOn(Buffer.from(encoded, 'base64')));
    }
    const call: OracleCall = {
      pass: response_format?.json_schema.name ?? 'unknown',
      sheets: oracle.spoil(sheets),
      text: parts.map(({ text }) => text ?? '').join('\n'),
      system: messages[0].content,
    };
    calls.push(call);
    const { status = 200, headers = {}, content, body } = oracle.answer(call);
    const text = typeof content === 'string' ? content : JSON.stringify(content);
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(
      JSON.stringify(
        body ?? {
          choices: [{ finish_reason: 'stop', message: { content: text } }],
          usage: { prompt_tokens: 2_000 * sheets.length + 800, completion_tokens: 100 },
        },
      ),
    );
  });
  const oracle: Oracle = {
    url: `${server.origin}/v1`,
    calls,
    answer,
    spoil: (sheets) => sheets,
    async close() {
      await server.close();
    },
  };
  return oracle;
}

/** Says from pixels alone when the frame code first reaches a number. */
export const codeReaches =
  (target: number, rate: number) =>
  ({ pass, sheets, text }: OracleCall): OracleAnswer => {
    const numbers = sheets.flat();
    const at = (number: number) => Math.round((number / rate) * 1000) / 1000;
    const stamp = (number: number | undefined) => `${at(number ?? 0).toFixed(2)}s`;
    const stamps = { first: stamp(numbers[0]), last: stamp(numbers.at(-1)) };
    const reached = numbers.filter((number) => number >= target);
    const found = reached.length > 0 ? Math.min(...reached) : undefined;
    const seconds = found === undefined ? [] : [at(found)];
    if (pass === 'survey') {
      const notes = seconds.map((second) => ({
        kind: 'writing',
        from: second,
        to: second,
        text: `The code is ${found}.`,
        certainty: 1,
      }));
      const open = seconds.map((second) => ({ from: second - 0.5, to: second + 0.5, why: 'code' }));
      return { content: { stamps, notes, open } };
    }
    if (pass === 'check') {
      const claims = [...text.matchAll(/^claim (\d+):/gm)];
      const verdicts = claims.map(([, claim]) => ({
        claim: Number(claim),
        verdict: 'supported',
        reason: 'The code is there.',
      }));
      return { content: { verdicts } };
    }
    return {
      content: {
        ...(sheets.length > 0 ? { stamps } : {}),
        sentences: seconds.map((second) => ({ text: 'The code is reached.', seconds: [second] })),
        fields: seconds.map((second) => ({
          path: 'reached_second',
          json: String(second),
          seconds: [second],
          reason: '',
        })),
        missing:
          found === undefined ? [{ field: 'question', reason: 'The code is not there.' }] : [],
        doubtful: [],
      },
    };
  };
