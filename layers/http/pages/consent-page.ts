import { SCOPE_WORDS } from '../../domain/oauth/asked-scopes.ts';
import type { ConsentView } from '../../domain/oauth/consent-view.ts';
import { type Html, html } from '../html.ts';
import { documentOf } from '../page.ts';
import { organizationName } from './organization-name.ts';

/** Asks a person whether a program may act for their organization. A plain form. */
export const consentPage = (view: ConsentView): string =>
  documentOf({
    title: 'Connect a program',
    body: html`
<p><strong>${view.clientName ?? 'A program without a name'}</strong> asks to use Video Reader for you.</p>
<ul>
<li>Organization: ${organizationName(view.orgId, view.orgName)}${
      view.elsewhere !== undefined && html` <a href="${view.elsewhere}">Change it</a>`
    }</li>
<li>Signed in as: <strong>${view.email}</strong></li>
<li>Returns to: <strong>${view.redirectHost}</strong></li>
${view.scopes.map((scope) => html`<li><code>${scope}</code>: ${SCOPE_WORDS[scope]}</li>`)}
</ul>
${identityWarning(view)}
${view.loopback && LOOPBACK_WARNING}
<p>You can disconnect it at any time, under “Keys and programs” where you sign in.</p>
<form method="post" action="${view.action}">
<input type="hidden" name="csrf" value="${view.csrf}">
<button name="decision" value="allow">Allow</button>
<button name="decision" value="deny">Deny</button>
</form>`,
  });

const identityWarning = ({ documentHost }: ConsentView): Html =>
  documentHost === undefined
    ? html`<p class="warning">Nobody has checked this name: any program can call itself so. Allow it only if you have
just started this yourself, and know the host that it returns to.</p>`
    : html`<p class="warning">It names itself by a document on <strong>${documentHost}</strong>. Allow it only if you
trust that host.</p>`;

const LOOPBACK_WARNING = html`<p class="warning">It returns to a program on this computer. Any program that runs here
could be the one that asks: allow it only if you have just started this yourself.</p>`;

/**
 * Moves on after the form was sent: browsers count a redirect as part of the form, and hold its
 * whole way to `form-action`, which would have to name every client's host.
 * @param address on this origin
 */
export const movingOnPage = (address: string): string =>
  documentOf({
    title: 'Going back',
    body: html`<p>If nothing happens, <a href="${address}">go on</a>.</p>`,
    onward: address,
  });

/** Says what went wrong when there is nowhere to send the person back to. */
export const failurePage = (message: string, error: string): string =>
  documentOf({
    title: 'This did not work',
    body: html`
<p>${message}</p>
<p>Go back to the program that sent you here, and start once more.</p>
<p><code>${error}</code></p>`,
  });
