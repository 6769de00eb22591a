import type { ApiKey } from '../../../layers/domain/accounts/api-keys.ts';
import { SCOPE_WORDS } from '../../../layers/domain/oauth/asked-scopes.ts';
import type { Connection } from '../../../layers/domain/oauth/connection.ts';
import { type Html, html } from '../../../layers/http/html.ts';
import type { Page } from '../../../layers/http/page.ts';
import { organizationName } from '../../../layers/http/pages/organization-name.ts';
import { carried, type Going, hidden, onceScript } from './form-parts.ts';

const MOST_NAME = 100;

/** To the minute; null for what never was. */
const time = (at: string | null): string =>
  at === null ? 'never' : `${at.slice(0, 16).replace('T', ' ')} UTC`;

export interface Access {
  readonly orgId: string;
  /** What the organization is called, where it has a name. */
  readonly orgName: string | undefined;
  readonly keys: readonly ApiKey[];
  readonly connections: readonly Connection[];
}

/** The field of each form that says for which organization its page was shown. */
export const SHOWN = 'shown_org_id';

/** The keys of an organization, and the programs that a person let act for it. */
export const accessPage = (going: Going, access: Access, warning?: string): Page => ({
  title: 'Keys and programs',
  scripts: [onceScript(going)],
  body: html`${warning !== undefined && html`<p class="warning" role="alert">${warning}</p>`}
<p>Of ${organizationName(access.orgId, access.orgName)}.</p>
<h2>API keys</h2>
<p>A key may do all that a program may do for the organization, and spends its bought credit.</p>
<ul>${access.keys.map((key) => keyItem(going, access.orgId, key))}</ul>
<form method="post" action="${going.prefix}/signin/access/keys">
${carriedFor(going, access.orgId)}
<label for="name">What the new key is for</label>
<input id="name" name="name" required maxlength="${MOST_NAME}" autocomplete="off">
<button>Make a key</button>
</form>
<h2>Connected programs</h2>
${access.connections.length === 0 && html`<p>You have connected none.</p>`}
<ul>${access.connections.map((connection) => programItem(going, access.orgId, connection))}</ul>
<p><a href="${going.prefix}/signin">Back</a></p>`,
});

const carriedFor = (going: Going, orgId: string): Html =>
  html`${carried(going)}${hidden(SHOWN, orgId)}`;

const keyItem = (
  going: Going,
  orgId: string,
  { key_id, name, last4, created_at, last_used_at }: ApiKey,
): Html =>
  html`<li><strong>${name}</strong>, ends in <code>${last4}</code><br>
made ${time(created_at)}, last used ${time(last_used_at)}
<details>
<summary>Rename or revoke</summary>
<form method="post" action="${going.prefix}/signin/access/keys/rename">
${carriedFor(going, orgId)}${hidden('key_id', key_id)}
<label for="${key_id}">Another name</label>
<input id="${key_id}" name="name" value="${name}" required maxlength="${MOST_NAME}" autocomplete="off">
<button>Rename</button>
</form>
<form method="post" action="${going.prefix}/signin/access/keys/revoke">
${carriedFor(going, orgId)}${hidden('key_id', key_id)}
<button>Revoke for good</button>
</form>
</details></li>`;

const programItem = (going: Going, orgId: string, connection: Connection): Html =>
  html`<li><strong>${connection.client_name ?? 'A program without a name'}</strong>, returns to ${connection.redirect_host}<br>
connected ${time(connection.created_at)}, last fetched a token ${time(connection.last_used_at)}
${connection.scopes.map((scope) => html`<br><code>${scope}</code>: ${SCOPE_WORDS[scope]}`)}
<form method="post" action="${going.prefix}/signin/access/programs/disconnect">
${carriedFor(going, orgId)}${hidden('connection_id', connection.connection_id)}
<button>Disconnect</button>
</form></li>`;

/** Shows a key, this once. */
export const newKeyPage = (
  { prefix }: Going,
  { name, key }: { readonly name: string; readonly key: string },
): Page => ({
  title: 'Your new key',
  body: html`<p>This is <strong>${name}</strong>. Copy it now: it is shown this once.</p>
<p><code class="whole">${key}</code></p>
<p>Programs send it as <code>Authorization: Bearer</code> and the key.</p>
<p><a class="button" href="${prefix}/signin/access">I have kept it</a></p>`,
});
