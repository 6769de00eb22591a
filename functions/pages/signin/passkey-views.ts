import type { Passkey } from '../../../layers/domain/identity/passkey.ts';
import { type Html, html } from '../../../layers/http/html.ts';
import { carried, type Going, hidden } from './form-parts.ts';

interface Party {
  readonly id: string;
  readonly origin: string;
}

/** A form that a script shows and serves; without one, signing in by a code is all there is. */
const passkeyForm = (
  going: Going,
  { id, origin }: Party,
  { kind, path, button }: { kind: 'get' | 'create'; path: string; button: string },
): Html =>
  html`<form method="post" action="${going.prefix}${path}" hidden data-passkey="${kind}" data-host="${id}" data-ask="${going.prefix}${path}/ask">
${carried(going)}<input type="hidden" name="credential">
<button>${button}</button>
<p role="alert"></p>
</form>
<p hidden>Passkeys belong to a name, not to an address in numbers: <a href="${origin}${going.prefix}/signin">open this page at ${id}</a>.</p>`;

export const signInForm = (going: Going, party: Party): Html =>
  passkeyForm(going, party, { kind: 'get', path: '/signin/passkey', button: 'Use a passkey' });

/** The passkeys of a person, and what adds another. */
export const passkeysOf = (going: Going, party: Party, passkeys: readonly Passkey[]): Html =>
  html`<h2>Passkeys</h2>
<ul>${passkeys.map((passkey) => listed(going, passkey))}</ul>
${passkeyForm(going, party, { kind: 'create', path: '/signin/passkeys', button: 'Add a passkey' })}`;

const day = (time: string | null): string => time?.slice(0, 10) ?? 'never';

const listed = (going: Going, { credential_id, created_at, last_used_at }: Passkey): Html =>
  html`<li>Added ${day(created_at)}, last used ${day(last_used_at)}
<form method="post" action="${going.prefix}/signin/passkeys/remove">
${carried(going)}${hidden('credential_id', credential_id)}
<button>Remove</button>
</form></li>`;
