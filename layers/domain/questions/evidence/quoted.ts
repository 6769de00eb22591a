import { withoutCitations } from '../times-in-text.ts';

/** Words of the video between quotation marks, lines set apart. Only code writes citations. */
export const quoted = (text: string): string =>
  `"${withoutCitations(text.replaceAll('\n', ' / '))}"`;
