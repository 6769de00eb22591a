import { isUtf8 } from 'node:buffer';

/**
 * The text of a header that was read as ISO 8859-1. Many servers write names and addresses in UTF-8
 * (RFC 9110, section 5.5 leaves such bytes open), and browsers take what is UTF-8 for that.
 */
export function headerText(header: string): string {
  const bytes = Buffer.from(header, 'latin1');
  return isUtf8(bytes) ? bytes.toString('utf8') : header;
}
