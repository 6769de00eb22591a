/**
 * ffmpeg waits 0, 1, 3, 7, … seconds before its tries to connect anew; a connection that takes more
 * is lost.
 */
export const LAST_DELAY_SECONDS = 3;

/** Level of messages that tells of it. */
export const TELLS_OF_LOSS = 'warning';

const RECONNECTING = /Will reconnect at \d+ in (\d+) second/;
/** Of a connection that is not made anew; what a damaged file says of itself never reads so. */
const LOST =
  /Failed to reconnect|https?:\/\/127\.0\.0\.1:\d+\S*: (Connection (reset|refused|timed out)|Broken pipe|Software caused connection abort|Server returned )/;

/**
 * Whether a message of ffmpeg or ffprobe tells that the connection it reads a source by is lost.
 * What it read then ends anywhere, and its exit code is 0 all the same.
 */
export function tellsOfLostInput(line: string): boolean {
  const delay = RECONNECTING.exec(line)?.[1];
  return delay === undefined ? LOST.test(line) : Number(delay) >= LAST_DELAY_SECONDS;
}
