import { CopyButton } from '../ui/copy-button.tsx';
import { useTitle } from '../ui/title.ts';

const base = location.origin;
const KEY = '$VIDEO_READER_KEY';

const json = (path: string, body: object): string =>
  `curl -s ${base}${path} -H "Authorization: Bearer ${KEY}" \\\n  -H 'Content-Type: application/json' -d '${JSON.stringify(body)}'`;

const AGENTS: readonly (readonly [name: string, text: string])[] = [
  ['Claude Code', `claude mcp add --transport http video-reader ${base}/mcp`],
  [
    'Cursor, in .cursor/mcp.json',
    JSON.stringify({ mcpServers: { 'video-reader': { url: `${base}/mcp` } } }, null, 2),
  ],
  [
    'VS Code, in .vscode/mcp.json',
    JSON.stringify({ servers: { 'video-reader': { type: 'http', url: `${base}/mcp` } } }, null, 2),
  ],
];

const CALLS: readonly (readonly [name: string, text: string])[] = [
  [
    'Upload a file; its answer names the upload_id',
    `curl -s ${base}/v1/uploads -H "Authorization: Bearer ${KEY}" -F file=@talk.mp4`,
  ],
  ['Look at ten seconds', json('/v1/frames', { upload_id: 'upl_…', start: 0, end: 10 })],
  ['Look at a link', json('/v1/frames', { url: 'https://…', detail: 'overview' })],
  ['What is said', json('/v1/transcript', { upload_id: 'upl_…', format: 'srt' })],
  ['Ask', json('/v1/watch_video', { upload_id: 'upl_…', question: 'What happens at the end?' })],
  ['What is left', `curl -s ${base}/v1/credits -H "Authorization: Bearer ${KEY}"`],
];

/** How programs come in, ready to be copied. */
export function ConnectPage() {
  useTitle('Connect');
  return (
    <section>
      <h1>Connect</h1>
      <h2>An agent</h2>
      <p>
        The connector is at <code class="whole">{base}/mcp</code>. The agent brings you here to sign
        in and approve it; no key is needed.
      </p>
      {AGENTS.map(([name, text]) => (
        <Snippet key={name} name={name} text={text} />
      ))}
      <h2>Your own program</h2>
      <p>
        <a href="/app/access">Make a key</a> and keep it in the environment as{' '}
        <code>VIDEO_READER_KEY</code>. The interface is described at{' '}
        <a href="/openapi.json">/openapi.json</a>.
      </p>
      {CALLS.map(([name, text]) => (
        <Snippet key={name} name={name} text={text} />
      ))}
    </section>
  );
}

function Snippet({ name, text }: { name: string; text: string }) {
  return (
    <div class="snippet">
      <p>
        {name} <CopyButton text={text} />
      </p>
      <pre>{text}</pre>
    </div>
  );
}
