import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { build, type Metafile } from 'esbuild';

/** A file of the dashboard as it is served. */
export interface WebFile {
  readonly type: string;
  readonly body: Uint8Array;
  readonly gzipped: Uint8Array;
  /** Its name changes with its content, so that browsers may keep it. */
  readonly immutable: boolean;
}

export interface WebFiles {
  /** By path, such as `/app/assets/main-ABC.js`. */
  readonly files: ReadonlyMap<string, WebFile>;
  /** The document under /app, whatever the page. */
  readonly dashboard: WebFile;
  /** The document under /u/, whatever the ticket. */
  readonly ticket: WebFile;
}

const ASSETS = '/app/assets';
const TYPES: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
};

const options = {
  bundle: true,
  minify: true,
  write: false,
  metafile: true,
  format: 'esm',
  target: 'es2023',
  legalComments: 'none',
  absWorkingDir: import.meta.dirname,
  outdir: join(import.meta.dirname, 'out'),
  entryNames: '[name]-[hash]',
  chunkNames: 'part-[hash]',
} as const;

/** Bundles the pages for people who are signed in, and the page of an upload ticket. */
export async function bundleWeb(): Promise<WebFiles> {
  const worker = await build({ ...options, entryPoints: { digest: 'uploads/digest-worker.ts' } });
  const workerPath = pathOf(worker.metafile, 'uploads/digest-worker.ts');
  const pages = await build({
    ...options,
    splitting: true,
    jsx: 'automatic',
    jsxImportSource: 'preact',
    define: { DIGEST_WORKER: JSON.stringify(workerPath) },
    entryPoints: { main: 'app/main.tsx', ticket: 'ticket/main.tsx' },
  });
  const files = new Map<string, WebFile>();
  for (const { path, contents } of [...worker.outputFiles, ...pages.outputFiles]) {
    const name = path.slice(path.lastIndexOf('/') + 1);
    const type = TYPES[name.slice(name.lastIndexOf('.') + 1)];
    if (type !== undefined)
      files.set(`${ASSETS}/${name}`, await webFile({ type, body: contents, immutable: true }));
  }
  return {
    files,
    dashboard: await documentFile('Video Reader', pages.metafile, 'app/main.tsx'),
    ticket: await documentFile('Send a video · Video Reader', pages.metafile, 'ticket/main.tsx'),
  };
}

async function webFile(file: Omit<WebFile, 'gzipped'>): Promise<WebFile> {
  return { ...file, gzipped: await promisify(gzip)(file.body, { level: 9 }) };
}

function outputOf({ outputs }: Metafile, entry: string) {
  const found = Object.entries(outputs).find(([, { entryPoint }]) => entryPoint === entry);
  if (!found) throw new Error(`nothing was made of ${entry}`);
  return found;
}

const assetPath = (output: string): string =>
  `${ASSETS}/${output.slice(output.lastIndexOf('/') + 1)}`;

const pathOf = (metafile: Metafile, entry: string): string =>
  assetPath(outputOf(metafile, entry)[0]);

/** The icon is a film frame; as data, so that no browser asks for /favicon.ico. */
const ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><rect width="16" height="16" rx="3" fill="#3b5bdb"/><path d="M5 4l7 4-7 4z" fill="#fff"/></svg>`;

function documentFile(title: string, metafile: Metafile, entry: string): Promise<WebFile> {
  const [script, { cssBundle, imports }] = outputOf(metafile, entry);
  const early = imports.filter(({ kind }) => kind === 'import-statement');
  const text = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="data:image/svg+xml;base64,${Buffer.from(ICON).toString('base64')}">
<title>${title}</title>
${cssBundle === undefined ? '' : `<link rel="stylesheet" href="${assetPath(cssBundle)}">`}
${early.map(({ path }) => `<link rel="modulepreload" href="${assetPath(path)}">`).join('\n')}
<script type="module" src="${assetPath(script)}"></script>
</head>
<body>
<div id="page"></div>
<noscript>This page needs JavaScript.</noscript>
</body>
</html>
`;
  return webFile({ type: 'text/html; charset=utf-8', body: Buffer.from(text), immutable: false });
}
