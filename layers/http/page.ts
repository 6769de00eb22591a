import { createHash } from 'node:crypto';
import { Html, html } from './html.ts';

const STYLE = `
:root { --line: light-dark(#d9dbe2, #363945); --raised: light-dark(#fff, #1e2027); --accent: light-dark(#3450c4, #9db0ff);
  --on-accent: light-dark(#fff, #12131a); background: light-dark(#f7f7f9, #15161b); color: light-dark(#1c1d22, #ececf1);
  color-scheme: light dark; font: 1rem/1.5 system-ui, "DejaVu Sans", sans-serif; }
body { margin: 0 auto; max-width: 28rem; overflow-wrap: anywhere; padding: 2rem 1rem; }
main { background: var(--raised); border: 1px solid var(--line); border-radius: .5rem; padding: .5rem 1.5rem 1.5rem; }
a { color: var(--accent); }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
strong, code { unicode-bidi: isolate; }
.brand { font-weight: 700; margin: 0 0 .75rem; }
.brand span { color: var(--accent); }
h1 { font-size: 1.5rem; line-height: 1.2; }
h2 { font-size: 1.1rem; margin-top: 2rem; }
form { margin: 1rem 0; }
label { display: block; margin-bottom: .25rem; }
input { background: transparent; border: 1px solid var(--line); border-radius: .5rem; box-sizing: border-box; color: inherit;
  font: inherit; padding: .5rem; width: 100%; }
button, .button { background: transparent; border: 1px solid var(--line); border-radius: .5rem; box-sizing: border-box; color: inherit;
  cursor: pointer; display: block; font: inherit; margin-top: .75rem; padding: .5rem 1rem; text-align: center;
  text-decoration: none; width: 100%; }
button:hover, .button:hover { border-color: var(--accent); }
h1 ~ form:first-of-type button:first-of-type { background: var(--accent); border-color: var(--accent); color: var(--on-accent); }
ul { list-style: none; padding: 0; }
li { border-top: 1px solid color-mix(in srgb, currentColor 30%, transparent); padding: .75rem 0; }
summary { cursor: pointer; padding: .25rem 0; }
.whole { user-select: all; }
.warning { border-left: .25rem solid; padding-left: .75rem; }
`;

const STYLE_SOURCE = `'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`;

/** What a page may load, run and be shown in: its own style, scripts of this origin, no frame. */
const POLICY = [
  "default-src 'none'",
  `style-src ${STYLE_SOURCE}`,
  'img-src data:',
  "script-src 'self'",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/**
 * Headers of every answer to a person's browser: none is kept, framed, guessed at, or told where
 * else the person was. Without an opener policy, which would cut off a program that has a person
 * sign in and approve in a popup.
 */
export const PAGE_HEADERS: Readonly<Record<string, string>> = {
  'cache-control': 'no-store',
  'content-security-policy': POLICY,
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=63072000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};

export interface Page {
  readonly title: string;
  readonly body: Html;
  /** Addresses of scripts of this origin; the page works without them. */
  readonly scripts?: readonly string[];
  /** Address that the page moves on to by itself. */
  readonly onward?: string;
}

/** A whole page. */
export const documentOf = ({ title, body, scripts = [], onward }: Page): string =>
  html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,">
<title>${title} · Video Reader</title>
<style>${new Html(STYLE)}</style>
${scripts.map((script) => html`<script type="module" src="${script}"></script>`)}
${onward !== undefined && html`<meta http-equiv="refresh" content="0;url=${onward}">`}
</head>
<body>
<p class="brand"><span aria-hidden="true">▶</span> Video Reader</p>
<main>
<h1>${title}</h1>
${body}
</main>
</body>
</html>
`.text;
