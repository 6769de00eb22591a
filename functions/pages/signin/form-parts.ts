import { formToken } from '../../../layers/http/form-token.ts';
import { type Html, html } from '../../../layers/http/html.ts';

/** What each form of a sign-in carries along. */
export interface Going {
  /** What all paths start with. */
  readonly prefix: string;
  readonly visitor: string;
  /** Where the person goes on afterwards. */
  readonly returnTo: string;
}

export const hidden = (name: string, value: string): Html =>
  html`<input type="hidden" name="${name}" value="${value}">`;

export const carried = ({ visitor, returnTo }: Going): Html =>
  html`${formToken(visitor)}${hidden('return_to', returnTo)}`;
