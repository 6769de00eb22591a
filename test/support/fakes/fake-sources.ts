import type { MediaSource, StoredSources } from '../../../layers/app/ports/sources/media-source.ts';

export interface FakeSources extends StoredSources {
  /** Sources that are not closed. */
  open: number;
  /** What becomes of the bytes of the next sources, one each. */
  readonly faults: Error[];
}

/**
 * Sources for an engine that reads nothing; their bytes are whole, until the test says otherwise.
 */
export function fakeSources(): FakeSources {
  const sources: FakeSources = {
    open: 0,
    faults: [],
    of({ source_key }): MediaSource {
      sources.open += 1;
      const fault = sources.faults.shift();
      return {
        version: undefined,
        open: async (_, signal) => ({
          input: source_key,
          signal,
          assertWhole() {
            if (fault) throw fault;
          },
        }),
        close() {
          sources.open -= 1;
        },
      };
    },
  };
  return sources;
}
