/** How programs come in, as text to be copied: addresses are filled in, ids and names are not. */

const base = location.origin;
const KEY = '$VIDEO_READER_API_KEY';

export interface Snippet {
  readonly name: string;
  readonly text: string;
}

export const AGENTS: readonly Snippet[] = [
  {
    name: 'Claude Code',
    text: `claude mcp add --transport http video-reader ${base}/mcp`,
  },
  {
    name: 'Cursor, in ~/.cursor/mcp.json',
    text: JSON.stringify({ mcpServers: { 'video-reader': { url: `${base}/mcp` } } }, null, 2),
  },
  {
    name: 'VS Code, in .vscode/mcp.json',
    text: JSON.stringify(
      { servers: { 'video-reader': { type: 'http', url: `${base}/mcp` } } },
      null,
      2,
    ),
  },
  {
    name: 'Gemini CLI, in ~/.gemini/settings.json',
    text: JSON.stringify({ mcpServers: { 'video-reader': { httpUrl: `${base}/mcp` } } }, null, 2),
  },
];

const json = (path: string, body: object): string =>
  `curl -s ${base}${path} -H "Authorization: Bearer ${KEY}" \\\n  -H 'Content-Type: application/json' -d '${JSON.stringify(body)}'`;

export type Way = 'curl' | 'command' | 'client';

/** For each way to call: its name, what comes before its first call, and each call in it. */
export const WAYS: Readonly<
  Record<Way, { readonly name: string; readonly first: Snippet; readonly calls: readonly string[] }>
> = {
  curl: {
    name: 'curl',
    first: { name: 'Once, in the shell', text: 'export VIDEO_READER_API_KEY=sk_live_…' },
    calls: [
      `curl -s ${base}/v1/uploads -H "Authorization: Bearer ${KEY}" -F file=@talk.mp4`,
      json('/v1/frames', { upload_id: 'upl_…', start: 0, end: 10 }),
      json('/v1/transcript', { upload_id: 'upl_…', format: 'srt' }),
      json('/v1/watch_video', { upload_id: 'upl_…', question: 'What happens at the end?' }),
      `curl -s ${base}/v1/credits -H "Authorization: Bearer ${KEY}"`,
    ],
  },
  command: {
    name: 'Command line',
    first: {
      name: 'Once: by a key, or signed in as you are here',
      text: `export VIDEO_READER_URL=${base} VIDEO_READER_API_KEY=sk_live_…\nvideo-reader login ${base}   # in the place of a key`,
    },
    calls: [
      'video-reader upload talk.mp4',
      'video-reader look upl_… --start 0 --end 10 --out sheets',
      'video-reader say upl_… --format srt',
      'video-reader ask "What happens at the end?" upl_…',
      'video-reader credits',
    ],
  },
  client: {
    name: 'JavaScript',
    first: {
      name: 'Once, with VIDEO_READER_API_KEY in the environment',
      text: `import { VideoReader } from 'video-reader';\n\nconst client = new VideoReader({ baseUrl: '${base}' });`,
    },
    calls: [
      "const { upload_id } = await client.upload('talk.mp4');",
      'const { sheets } = await client.frames({ upload_id, start: 0, end: 10 });',
      "const { subtitles } = await client.transcript({ upload_id, format: 'srt' });",
      "const answer = await client.watch({ upload_id, question: 'What happens at the end?' });",
      'const { credits_balance } = await client.credits();',
    ],
  },
};

/** What each call is for, in the order of `calls`. */
export const CALLS = [
  'Send a file; the answer names its upload_id',
  'Look at ten seconds',
  'What is said, as subtitles',
  'Ask about it',
  'What is left to spend',
] as const;
