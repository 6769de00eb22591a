import { ALL_SCOPES } from '../../../../layers/domain/accounts/credential.ts';
import { DomainError, type SourceReason } from '../../../../layers/domain/errors.ts';
import { FramesResult } from '../../../../layers/domain/frames/frames.ts';
import { sourceUnavailable } from '../../../../layers/domain/links/source-errors.ts';
import { TranscriptResult } from '../../../../layers/domain/transcript/transcript.ts';
import { EXAMPLES } from '../../../../layers/http/examples/examples.ts';
import { MOST_CHARACTERS } from '../../../../layers/http/mcp/budget.ts';
import { INSTRUCTIONS } from '../../../../layers/http/mcp/instructions.ts';
import type { NextCall } from '../../../../layers/http/mcp/next-call.ts';
import { showSheets } from '../../../../layers/http/mcp/shown-sheets.ts';
import { showWords } from '../../../../layers/http/mcp/shown-words.ts';
import type { Tool, ToolAnswer } from '../../../../layers/http/mcp/tool.ts';
import { insteadOf } from '../../../../layers/http/mcp/tool-error.ts';
import { listed } from '../../../../layers/http/mcp/tool-schemas.ts';
import { eraseVideoTool } from '../../../../layers/http/mcp/tools/erase-video.ts';
import { framesTool } from '../../../../layers/http/mcp/tools/frames.ts';
import { getJobTool } from '../../../../layers/http/mcp/tools/get-job.ts';
import { transcriptTool } from '../../../../layers/http/mcp/tools/transcript.ts';
import { uploadTicketTool } from '../../../../layers/http/mcp/tools/upload-ticket.ts';
import { watchVideoTool } from '../../../../layers/http/mcp/tools/watch-video.ts';
import { TOOLS } from '../../../../layers/http/mcp/tools.ts';

const frames = FramesResult.parse(EXAMPLES['FramesResult']);
const words = TranscriptResult.parse(EXAMPLES['TranscriptResult']);

describe('what a client is told of the tools', () => {
  const tools = TOOLS.map(listed);

  test('fits what clients and model APIs take', () => {
    expect(INSTRUCTIONS.length).toBeLessThan(2000);
    expect(tools.length).toBeLessThanOrEqual(8);
    for (const { name, inputSchema, outputSchema } of tools) {
      expect(name).toMatch(/^[a-z_]+$/);
      expect([name, inputSchema.type, outputSchema?.['type']]).toEqual([name, 'object', 'object']);
      // Alternatives at the root are refused by model APIs, and many models read no reference.
      for (const key of ['oneOf', 'anyOf', 'allOf', 'not'])
        expect(inputSchema).not.toHaveProperty(key);
      expect(JSON.stringify(inputSchema)).not.toContain('$ref');
      // Drafts of JSON Schema read it differently.
      expect(JSON.stringify([inputSchema, outputSchema])).not.toContain('prefixItems');
      expect(inputSchema['additionalProperties']).toBe(false);
    }
  });

  test('says of a field what it is for and how it is written', () => {
    const told = (tool: string, field: string) => {
      const found = tools.find(({ name }) => name === tool)?.inputSchema.properties?.[field];
      return (found as { description?: string } | undefined)?.description;
    };
    for (const tool of ['frames', 'transcript', 'get_job'])
      expect(told(tool, 'start')).toMatch(
        /^(Where to begin|Shows sheets).* Seconds from the first/,
      );
    expect(told('watch_video', 'region')).toMatch(/^The part .*\[x0, y0, x1, y1\] as fractions/);
  });

  test('names the price of each tool that charges', () => {
    const prices = (tool: string) => tools.find(({ name }) => name === tool)?.description;
    expect(prices('transcript')).toContain('0.5 credits a minute');
    expect(prices('watch_video')).toContain('glance 0.5 a minute, at least 0.2; read 1.5 a minute');
    expect(prices('batch')).toContain('3 credits a minute, at least 1.2');
  });

  test('says of each tool whether it only reads, and whether it destroys', () => {
    const readOnly = tools.filter(({ annotations }) => annotations?.readOnlyHint === true);
    expect(readOnly.map(({ name }) => name)).toEqual(['get_job', 'credits']);
    const destructive = tools.filter(({ annotations }) => annotations?.destructiveHint === true);
    expect(destructive.map(({ name }) => name)).toEqual(['erase_video']);
    for (const { name, annotations } of tools)
      expect([name, annotations]).toEqual([
        name,
        {
          title: expect.any(String),
          readOnlyHint: expect.any(Boolean),
          destructiveHint: expect.any(Boolean),
          idempotentHint: expect.any(Boolean),
          openWorldHint: expect.any(Boolean),
        },
      ]);
  });
});

describe('a transcript that one answer does not hold', () => {
  const sentence = 'What is said is said at some length, and then a little more is said of it.';
  const segments = Array.from({ length: 2000 }, (_, n) => ({
    start: n * 4,
    end: n * 4 + 3,
    text: sentence,
    confidence: 0.9,
  }));
  const long = { ...words, segments, text: segments.map(({ text }) => text).join(' ') };

  test('is gone through to its end by the calls that it names', () => {
    let from: number | undefined = 0;
    let seen = 0;
    while (from !== undefined) {
      const { structured } = showWords(long, { asked: {}, from });
      expect(JSON.stringify(structured).length).toBeLessThanOrEqual(MOST_CHARACTERS);
      expect(structured.segments[0]?.start).toBe(seen * 4);
      seen += structured.segments.length;
      from = structured.next_start;
      expect(structured.next?.arguments['start']).toBe(from);
    }
    expect(seen).toBe(segments.length);
  });
});

describe('sheets of a frames result', () => {
  const [sheet] = frames.sheets;
  if (!sheet) throw new Error('the example has no sheet');
  const sheets = Array.from({ length: 9 }, (_, n) => ({
    ...sheet,
    page: n + 1,
    t0: n * 10,
    t1: n * 10 + 9.5,
    estimated_vision_tokens: 3136,
    b64: 'AAAA',
  }));
  const jpeg = (page: number) => Uint8Array.of(page);
  const context = {
    who: {} as never,
    calls: {
      readPictures: async (_who: unknown, _job: string, pages: readonly number[]) =>
        pages.map(jpeg),
    } as never,
  };
  const pagesShown = async (from: number | undefined, most: number) => {
    const { structured, content = [] } = await showSheets(
      context,
      { ...frames, sheets },
      { asked: {}, from, most },
    );
    const pictures = content.filter(({ type }) => type === 'image');
    expect(pictures).toHaveLength(structured.sheets.length);
    expect(JSON.stringify(structured)).not.toContain('b64');
    return [structured.sheets.map(({ page }) => page), structured.next_start];
  };

  test('are gone through by the calls that they name where a frame stands through some', async () => {
    const times = [
      [0, 4],
      [4, 4],
      [4, 4],
      [4, 40],
      [40, 40],
      [40, 40.001],
      [40.001, 50],
    ];
    const held = times.map(([t0 = 0, t1 = 0], n) => {
      return { ...sheet, page: n + 1, t0, t1, frame_times: [t0, t1] };
    });
    const pages: number[][] = [];
    for (let from: number | undefined = 0; from !== undefined && pages.length < 9; ) {
      const result = { ...frames, sheets: held };
      const { structured } = await showSheets(context, result, { asked: {}, from, most: 1 });
      pages.push(structured.sheets.map(({ page }) => page));
      from = structured.next_start;
    }
    expect(pages).toEqual([[1], [4], [6], [7]]);
  });

  test.each([
    [undefined, 2, [1, 2], 20],
    [20, 2, [3, 4], 40],
    [25, 1, [3], 30],
    [80, 7, [9], undefined],
    [500, 2, [], undefined],
    // Seven of the largest are what a client takes in.
    [0, 7, [1, 2, 3, 4, 5, 6, 7], 70],
  ])('from %p, at most %p, are %p', async (from, most, pages, next) => {
    expect(await pagesShown(from, most)).toEqual([pages, next]);
  });

  test('leave out words, then the ends of lists, where they would be too long', async () => {
    const scene_cuts = Array.from({ length: 20_000 }, (_, n) => n);
    const technical = { ...frames.technical, scene_cuts };
    const { structured } = await showSheets(
      context,
      { ...frames, sheets, technical },
      { asked: {}, most: 1 },
    );
    expect(JSON.stringify(structured).length).toBeLessThanOrEqual(MOST_CHARACTERS);
    expect(structured.transcript).toBeNull();
    expect(structured.technical.scene_cuts).toEqual(scene_cuts.slice(0, 100));
    expect(structured.notes).toEqual([
      ...frames.notes,
      'What is said is left out here for its length: call `transcript`.',
      expect.stringContaining('cut after 100 entries'),
    ]);
  });
});

describe('what is written in the pictures', () => {
  const [sheet] = frames.sheets;
  const sheets = [0, 10].map((t0, n) => ({ ...sheet, page: n + 1, t0, t1: t0 + 9.5 }));
  const line = (start: number) => ({
    start,
    end: start + 1,
    text: 'A line as they stand on slides, about so long, and then one more.',
    region: [0.1, 0.1, 0.9, 0.2],
    confidence: 0.99,
  });
  const written = async (on_screen_text: object[], most: number) => {
    const calls = { readPictures: async () => [] } as never;
    const result = { ...frames, sheets, on_screen_text } as never;
    const { structured } = await showSheets({ who: {} as never, calls }, result, {
      asked: {},
      most,
    });
    expect(JSON.stringify(structured).length).toBeLessThanOrEqual(MOST_CHARACTERS);
    return structured;
  };

  test('comes with the sheets that show it, and leaves what was measured where it is', async () => {
    const lines = Array.from({ length: 500 }, (_, n) => line(n * 0.04));
    const { on_screen_text, signal } = await written(lines, 1);
    expect(on_screen_text).toEqual(lines.filter(({ start }) => start < 10));
    expect(signal).toEqual(frames.signal);
  });

  test('is cut, and says where, when one answer does not hold it', async () => {
    const lines = Array.from({ length: 1000 }, (_, n) => line(n * 0.01));
    const { on_screen_text = [], notes } = await written(lines, 2);
    expect(on_screen_text.length).toBeGreaterThan(100);
    const cut = lines[on_screen_text.length]?.start;
    expect(notes.at(-1)).toContain(`\`on_screen_text\` is cut at second ${cut} here`);
  });
});

describe('the call after what one call covers', () => {
  const truncated = { requested_end: 90, next_start: 30, reason: 'No more in one call.' };
  const [sheet] = frames.sheets;
  const seen = { ...frames, sheets: sheet ? [sheet] : [], detail: 'standard' };
  const asking = (calls: object) => ({
    who: {} as never,
    calls: { readPictures: async () => [], ...calls } as never,
    watch: {} as never,
    baseUrl: '',
  });
  const nextOf = ({ structured }: ToolAnswer<unknown>) => (structured as { next?: NextCall }).next;

  test('asks for sheets as the first one did, also where a job is read for it', async () => {
    const result = { ...seen, coverage: { ...seen.coverage, truncated } };
    const looks = { fps: 10, cols: 2, rows: 1, transcribe: false, signals: 'off', read_text: true };
    const args = { upload_id: 'upl_1', ...looks, idempotency_key: 'first', sheets: 3 };
    const next = {
      tool: 'frames',
      arguments: {
        ...looks,
        url: result.video.id,
        detail: 'standard',
        start: 30,
        end: 90,
        sheets: 3,
      },
    };
    const asked = await framesTool.call(asking({ frames: async () => result }), args);
    expect(nextOf(asked)).toEqual(next);
    const { job_id } = result;
    const read = asking({
      readJob: async () => ({ job_id, status: 'succeeded', operation: 'frames', result }),
      readRequest: async () => ({ ...args, sync: true, return: 'urls' }),
    });
    const shown = await getJobTool.call(read, { job_id, wait: 0, sheets: 3 });
    expect(nextOf(shown)).toEqual(next);
  });

  test('asks for words to the same end, in the same language', async () => {
    const result = { ...words, truncated: { next_start: 30 } };
    const args = { upload_id: 'upl_1', start: 5, end: 90, language: 'de', words: true };
    const asked = await transcriptTool.call(asking({ transcript: async () => result }), args);
    const { upload_id: _, ...same } = args;
    expect(nextOf(asked)).toEqual({
      tool: 'transcript',
      arguments: { ...same, url: result.video.id, start: 30 },
    });
  });
});

test('where a file holds sound alone, the call that is named reads its words in the same window', () => {
  const tool = TOOLS.find(({ name }) => name === 'frames');
  if (!tool) throw new Error('no frames');
  const error = new DomainError('no_video_stream', 'No picture.', { reason: 'sound_only' });
  expect(
    insteadOf(error, tool, { upload_id: 'upl_1', detail: 'fine', start: 2 }, ALL_SCOPES),
  ).toEqual({
    tool: 'transcript',
    arguments: { upload_id: 'upl_1', start: 2 },
  });
  const broken = new DomainError('no_video_stream', 'Not a video.');
  expect(insteadOf(broken, tool, { upload_id: 'upl_1' }, ALL_SCOPES)?.tool).toBe('upload_ticket');
});

test.each<[SourceReason, NextCall | undefined]>([
  ['auth', { tool: 'upload_ticket', arguments: {} }],
  ['geo', { tool: 'upload_ticket', arguments: {} }],
  ['unavailable', { tool: 'upload_ticket', arguments: {} }],
  ['bot', { tool: 'upload_ticket', arguments: {} }],
  ['empty', { tool: 'frames', arguments: { url: 'https://media.example/a' } }],
  ['ratelimit', { tool: 'frames', arguments: { url: 'https://media.example/a' } }],
  ['no_video', undefined],
])('of a link that failed with %s the next step is the one its reason has', (reason, next) => {
  const args = { url: 'https://media.example/a', idempotency_key: 'held by the job' };
  expect(insteadOf(sourceUnavailable(reason), framesTool, args, ALL_SCOPES)).toEqual(next);
});

test('where credits are short, they are looked up by those alone who may', () => {
  const short = new DomainError('insufficient_credits', 'The plan balance is empty.');
  const args = { upload_id: 'upl_x' };
  expect(insteadOf(short, framesTool, args, ALL_SCOPES)).toEqual({
    tool: 'credits',
    arguments: {},
  });
  expect(insteadOf(short, framesTool, args, ['video:read'])).toBeUndefined();
});

test.each([
  ['of which too little is left', { upload_id: 5 }],
  ['that names no video', { colums: 3 }],
  ['that names two', { upload_id: 'upl_x', url: 'https://media.example/a.mp4', colums: 3 }],
])('a call %s is not named as one that works', (_what, args) => {
  const refused = new DomainError('invalid_request', 'refused');
  expect(insteadOf(refused, framesTool, args, ALL_SCOPES)).toBeUndefined();
});

test.each(['/mnt/data/talk.mp4', 'file:///talk.mov', 'sandbox:/talk.webm', 'talk.mkv'])(
  'the file %s of the caller has to be sent',
  (url) => {
    const refused = new DomainError('invalid_request', 'refused');
    const next = { tool: 'upload_ticket', arguments: {} };
    expect(insteadOf(refused, framesTool, { url }, ALL_SCOPES)).toEqual(next);
  },
);

test('so has what lies at an address that only the caller reaches', () => {
  const refused = new DomainError('invalid_request', 'Not public.', { reason: 'url' });
  const args = { url: 'http://10.0.0.1/talk.mp4' };
  expect(insteadOf(refused, framesTool, args, ALL_SCOPES)?.tool).toBe('upload_ticket');
});

test('a call whose field is misspelt is named with the right one', () => {
  const refused = new DomainError('invalid_request', 'refused');
  expect(insteadOf(refused, framesTool, { upload_id: 'upl_x', colums: 3 }, ALL_SCOPES)).toEqual({
    tool: 'frames',
    arguments: { upload_id: 'upl_x', cols: 3 },
  });
  expect(
    insteadOf(refused, watchVideoTool, { session_id: 'ses_x', questoin: 'Who?' }, ALL_SCOPES),
  ).toMatchObject({ arguments: { session_id: 'ses_x', question: 'Who?' } });
});

test.each<[string, Tool, object]>([
  ['seconds with their unit', framesTool, { upload_id: 'upl_x', start: '12s', end: 13 }],
  ['a window under another name', framesTool, { upload_id: 'upl_x', window: { from: 1, to: 2 } }],
  ['the price alone', framesTool, { upload_id: 'upl_x', estimate: true }],
  ['members of a window', watchVideoTool, { upload_id: 'upl_x', window: { start: 1, end: 2 } }],
  ['a depth', watchVideoTool, { upload_id: 'upl_x', depth: 'quick' }],
  ['a part of the picture', watchVideoTool, { upload_id: 'upl_x', region: [1, 1, 0, 0] }],
  ['an empty question', watchVideoTool, { upload_id: 'upl_x', question: '' }],
  ['a key', watchVideoTool, { upload_id: 'upl_x', idempotency_key: '' }],
  ['an address to tell', uploadTicketTool, { webhook_url: 'nope' }],
  ['a trial', eraseVideoTool, { video_id: 'vid_x', dry_run: true }],
])('no call is named that leaves out %s, for it would do something else', (_what, tool, args) => {
  const refused = new DomainError('invalid_request', 'refused');
  expect(insteadOf(refused, tool, args as Record<string, unknown>, ALL_SCOPES)).toBeUndefined();
});

test('a schema that stands in a string is named as the schema that it is', () => {
  const refused = new DomainError('invalid_schema', 'refused');
  const instead = (schema: unknown) =>
    insteadOf(refused, watchVideoTool, { url: 'upl_x', schema }, ALL_SCOPES);
  expect(instead('{"type":"object"}')).toMatchObject({ arguments: { schema: { type: 'object' } } });
  expect([instead('object'), instead({ type: 'objekt' })]).toEqual([undefined, undefined]);
});

const FINE = { upload_id: 'upl_x', detail: 'fine', start: 1, end: 2 };

test.each<[Tool, object, object]>([
  [framesTool, { upload_id: 'upl_x', start: '12', end: null }, { upload_id: 'upl_x', start: 12 }],
  [framesTool, { video_id: 'vid_x', sheets: '3' }, { upload_id: 'vid_x', sheets: 3 }],
  [framesTool, { url: 'upl_x', sync: false, sheets: 20 }, { url: 'upl_x' }],
  [watchVideoTool, { url: 'upl_x', rewatch: 'true' }, { url: 'upl_x', rewatch: true }],
  [framesTool, { upload_id: 'upl_x', detail: ' Fine', start: 1, end: 2 }, FINE],
  [watchVideoTool, { url: 'upl_x', depth: 'FULL' }, { url: 'upl_x', depth: 'full' }],
  [framesTool, { upload_id: 'https://a.example/v' }, { url: 'https://a.example/v' }],
  [framesTool, { url: '', upload_id: 'upl_x', language: '' }, { upload_id: 'upl_x' }],
  [getJobTool, { batch_id: 'bat_x', wait: '60' }, { job_id: 'bat_x', wait: 60 }],
  [
    watchVideoTool,
    { url: 'upl_x', window: '{"from":1,"to":2}', region: '[0,0,1,0.5]' },
    { url: 'upl_x', window: { from: 1, to: 2 }, region: [0, 0, 1, 0.5] },
  ],
])('what is meant is plain: %#', (tool, args, right) => {
  const refused = new DomainError('invalid_request', 'refused');
  expect(insteadOf(refused, tool, args as Record<string, unknown>, ALL_SCOPES)).toEqual({
    tool: tool.name,
    arguments: right,
  });
});
