/** Finds texts by words, best first (BM25). */
export interface Ranking {
  /**
   * @param most how many at most
   * @returns indexes into `texts`; fewer where fewer have any of the words
   */
  best(words: string, texts: readonly string[], most: number): number[];
}
