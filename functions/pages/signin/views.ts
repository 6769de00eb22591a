import { type Html, html } from '../../../layers/http/html.ts';
import type { Page } from '../../../layers/http/page.ts';
import { organizationName } from '../../../layers/http/pages/organization-name.ts';
import { askingPage, carried, type Going, hidden, onceScript } from './form-parts.ts';

/**
 * Asks for the address.
 * @param others the other ways to sign in
 * @param warning what did not work before
 */
export const addressPage = (going: Going, others: readonly Html[], warning?: string): Page => ({
  title: 'Sign in',
  scripts: [passkeyScript(going), onceScript(going)],
  body: html`${warning !== undefined && html`<p class="warning" role="alert">${warning}</p>`}
<form method="post" action="${going.prefix}/signin">
${carried(going)}
<label for="email">Email address</label>
<input id="email" name="email" type="email" autocomplete="username webauthn" required maxlength="254" autofocus>
<button>Mail me a code</button>
</form>
${others}`,
});

/** What lets passkeys answer the forms that are marked for them. */
const passkeyScript = ({ prefix }: Going): string => `${prefix}/signin/passkeys.js`;

/**
 * Asks for the code that was mailed, if anybody has the address.
 * @param warning what did not work before
 */
export const codePage = (going: Going, email: string, warning?: string): Page => ({
  title: 'Enter the code',
  scripts: [onceScript(going)],
  body: html`${warning !== undefined && html`<p class="warning" role="alert">${warning}</p>`}
<p>If <strong>${email}</strong> belongs to somebody here, a code of six digits is on its way there.</p>
<form method="post" action="${going.prefix}/signin/code">
${carried(going)}${hidden('email', email)}
<label for="code">Code</label>
<input id="code" name="code" inputmode="numeric" autocomplete="one-time-code" required maxlength="9" autofocus>
<button>Sign in</button>
</form>
<form method="post" action="${going.prefix}/signin">
${carried(going)}${hidden('email', email)}
<button>Mail me another code</button>
</form>
<p><a href="${askingPage(going)}">Another address</a></p>`,
});

/** Asks whether to sign in with a link that the console printed: opening it uses nothing up. */
export const linkPage = (
  going: Going,
  link: { attempt: string; email: string; code: string },
): Page => ({
  title: 'Sign in',
  scripts: [onceScript(going)],
  body: html`<p>Sign in as <strong>${link.email}</strong> with the link from the console?</p>
<form method="post" action="${going.prefix}/signin/code">
${carried(going)}${hidden('attempt', link.attempt)}${hidden('email', link.email)}${hidden('code', link.code)}
<button>Sign in</button>
</form>`,
});

interface Organization {
  readonly org_id: string;
  readonly name: string | null;
  readonly role: string;
}

export interface Signed {
  readonly email: string;
  readonly organizations: readonly Organization[];
  /** The organization of this session. */
  readonly orgId: string;
  /** Where they were going. */
  readonly next: string | undefined;
  readonly passkeys: Html;
}

/** Says who is signed in. */
export const accountPage = (
  going: Going,
  { email, organizations, orgId, next, passkeys }: Signed,
): Page => ({
  title: 'Signed in',
  scripts: [passkeyScript(going)],
  body: html`<p>As <strong>${email}</strong>, for ${organizationName(orgId, nameIn(organizations, orgId))}.</p>
${next !== undefined && html`<p><a class="button" href="${next}">Go on</a></p>`}
${organizations.length > 1 && html`<h2>Organizations</h2><ul>${organizations.map((other) => organization(going, other, orgId))}</ul>`}
<p><a class="button" href="${going.prefix}/signin/access">Keys and programs</a></p>
${passkeys}
<form method="post" action="${going.prefix}/signin/out">
${carried(going)}
<button>Sign out</button>
</form>
<form method="post" action="${going.prefix}/signin/out/everywhere">
${carried(going)}
<button>Sign out of every browser</button>
</form>`,
});

const nameIn = (organizations: readonly Organization[], orgId: string): string | undefined =>
  organizations.find(({ org_id }) => org_id === orgId)?.name ?? undefined;

const organization = (going: Going, { org_id, name, role }: Organization, current: string): Html =>
  html`<li>${organizationName(org_id, name)}, ${role}${
    org_id !== current &&
    html`<form method="post" action="${going.prefix}/signin/organization">
${carried(going)}${hidden('org_id', org_id)}<button>Change to it</button></form>`
  }</li>`;
