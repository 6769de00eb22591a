import type { Window } from '../../domain/window.ts';
import type { MediaSource } from '../ports/sources/media-source.ts';

/**
 * Reads a window of a source. What is found, and what is found to be wrong with the file, counts
 * only when the bytes came whole.
 * @throws SourceFault, DomainError source_unavailable when they did not; else what reading throws
 */
export async function readWhole<Made>(
  source: MediaSource,
  window: Window | undefined,
  signal: AbortSignal,
  read: (input: string, signal: AbortSignal) => Promise<Made>,
): Promise<Made> {
  const opened = await source.open(window, signal);
  try {
    return await read(opened.input, opened.signal);
  } finally {
    signal.throwIfAborted();
    opened.assertWhole();
  }
}
