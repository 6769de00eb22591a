/** Whole seconds that are left until a time; undefined when there is none, or it is over. */
export function secondsUntil(time: string | undefined, now: Date): number | undefined {
  const seconds = time === undefined ? 0 : Math.ceil((Date.parse(time) - now.getTime()) / 1000);
  return seconds > 0 ? seconds : undefined;
}
