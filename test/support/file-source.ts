import type { MediaSource } from '../../layers/app/ports/sources/media-source.ts';

/** A file on this machine, as readers take it: its bytes are whole. */
export const fileSource = (input: string): MediaSource => ({
  open: async (_, signal) => ({ input, signal, assertWhole: () => undefined }),
  close: () => undefined,
});
