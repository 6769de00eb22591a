import MiniSearch from 'minisearch';
import type { Ranking } from '../../app/ports/questions/ranking.ts';

/** Longer words match with an ending that differs: a suffix of a word is often its inflection. */
const PREFIXED_LETTERS = 4;

/** BM25 with prefixes, by MiniSearch. */
export const bm25: Ranking = {
  best(words, texts, most) {
    const index = new MiniSearch({ fields: ['text'] });
    index.addAll(texts.map((text, id) => ({ id, text })));
    return index
      .search(words, { prefix: (term) => term.length >= PREFIXED_LETTERS })
      .slice(0, most)
      .map(({ id }) => Number(id));
  },
};
