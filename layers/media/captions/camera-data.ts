/** What drones and cameras measure, as they name it, with a number behind it. */
const MEASURED =
  /\b(iso|shutter|ss|fnum|ev|ct|focal_len|dzoom(?:_ratio)?|latitude|longt?itude|rel_alt|abs_alt|altitude|framecnt|srtcnt|difftime|gps|home|barometer|h\.s|v\.s|[gf]\.(?:yaw|pitch|roll)|yaw|pitch|roll)\s*[:=([]*\s*f?[-+]?\d/gi;
/** Fewer may stand in what somebody says. */
const LEAST_MEASURED = 3;
/** A sentence of a GPS receiver (NMEA 0183). */
const RECEIVED = /\$G[A-Z]{4},/;
const DATE = /\b(?:\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.]\d{4})\b/;
const CLOCK = /\b\d{1,2}:\d{2}:\d{2}\b/;
/** Units, and which half of the world: more beside a date and a clock may be words. */
const MOST_LETTERS = 8;

/** The handler that DJI's cameras name for such tracks, behind a byte that tells its length. */
const HANDLERS = /DJI\.Subtitle/;

/** Whether the name of a track's handler tells that it holds what the camera measured. */
export const namesCameraData = (handler: string | undefined): boolean =>
  HANDLERS.test(handler ?? '');

/**
 * Whether captions are what a camera measured while it recorded: most of them name its settings, its
 * place, or nothing but the date. Nobody says these.
 */
export function areCameraData(captions: readonly { readonly text: string }[]): boolean {
  const measured = captions.filter(({ text }) => isMeasured(text)).length;
  return measured * 2 > captions.length;
}

function isMeasured(text: string): boolean {
  if (RECEIVED.test(text)) return true;
  const names = new Set(Array.from(text.matchAll(MEASURED), ([, name]) => name?.toLowerCase()));
  if (names.size >= LEAST_MEASURED) return true;
  return DATE.test(text) && CLOCK.test(text) && lettersIn(text) <= MOST_LETTERS;
}

const lettersIn = (text: string): number => text.match(/\p{L}/gu)?.length ?? 0;
