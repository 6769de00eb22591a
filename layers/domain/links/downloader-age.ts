/** A release that is older may know nothing of what the large platforms changed since. */
const CURRENT_DAYS = 90;
const DAY_MS = 24 * 3600_000;

/**
 * What is to be said of a downloader that is no longer current; undefined of one that is, and of a
 * version that is no date.
 * @param version as yt-dlp tells it: the day of its release, such as 2026.08.19
 */
export function agedDownloader(version: string, now: Date): string | undefined {
  const [, year, month, day] = /^(\d{4})\.(\d{1,2})\.(\d{1,2})\b/.exec(version) ?? [];
  const released = Date.UTC(Number(year), Number(month) - 1, Number(day));
  const days = Math.floor((now.getTime() - released) / DAY_MS);
  if (!(days > CURRENT_DAYS)) return undefined;
  return `The service's downloader (yt-dlp ${version}) is ${days} days old, and platforms change faster than that: whoever runs the service can bring the newest.`;
}
