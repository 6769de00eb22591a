/** Samples that MP4 says to be encrypted (ISO/IEC 23001-7), and those of a shop. */
const ENCRYPTED: ReadonlySet<string> = new Set(['encv', 'drmi']);

/**
 * Why a picture is not read that a file holds.
 * @param tag of its codec in the container
 */
export const whyUnread = (tag: string): string =>
  ENCRYPTED.has(tag)
    ? 'its picture is encrypted. Send it without protection'
    : `its picture is in a codec that is not known here (${tag}). Export it anew, for example as H.264 in mp4, and send that`;
