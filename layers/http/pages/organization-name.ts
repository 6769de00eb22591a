import { type Html, html } from '../html.ts';

/** What an organization is called, and its id, which no other has. */
export const organizationName = (orgId: string, name: string | null | undefined): Html =>
  name === undefined || name === null
    ? html`<strong>${orgId}</strong>`
    : html`<strong>${name}</strong> (${orgId})`;
