/**
 * The words of a question that was typed and not asked yet, kept for this tab: the page is left
 * where a session ends, and comes again once the person has signed in.
 */
const keyOf = (videoId: string): string => `question:${videoId}`;

/** A browser may refuse to keep anything: then the page works without. */
function ifKept<Value>(work: () => Value): Value | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}

export const typedQuestion = {
  of: (videoId: string): string => ifKept(() => sessionStorage.getItem(keyOf(videoId))) ?? '',
  keep: (videoId: string, text: string): void =>
    ifKept(() => sessionStorage.setItem(keyOf(videoId), text)),
  forget: (videoId: string): void => ifKept(() => sessionStorage.removeItem(keyOf(videoId))),
  /** Whoever signs out leaves nothing to who comes next. */
  forgetAll: (): void => ifKept(() => sessionStorage.clear()),
};
