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

/** The page that asks for an address, on the way to where the person is going. */
export const askingPage = ({ prefix, returnTo }: Going): string =>
  `${prefix}/signin${returnTo === '' ? '' : `?return_to=${encodeURIComponent(returnTo)}`}`;

export const carried = ({ visitor, returnTo }: Going): Html =>
  html`${formToken(visitor)}${hidden('return_to', returnTo)}`;

/** What sends the forms of a page once, however often somebody presses. */
export const onceScript = ({ prefix }: Going): string => `${prefix}/signin/once.js`;
