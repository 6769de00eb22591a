const LIMIT =
  /at most (\d+) image|limit[^\d]{0,40}(\d+) image|(\d+) image\(?s?\)?[^.]{0,30}(?:allowed|per prompt|per request)/i;

/**
 * How many pictures a server says that one call takes; undefined when it speaks of something else.
 */
export function pictureLimitIn(message: string): number | undefined {
  const found = LIMIT.exec(message)
    ?.slice(1)
    .find((group) => group !== undefined);
  return found === undefined ? undefined : Number(found);
}
