import type { LinkFinder, MediaTransfer } from '../../layers/app/ports/links/links.ts';
import { DomainError } from '../../layers/domain/errors.ts';
import { platformOf } from '../../layers/domain/links/recognise.ts';
import { Log } from '../../layers/log/log.ts';
import { metric } from '../../layers/log/metric.ts';

const log = new Log('worker');

/** Counts a link that could not be had by its platform; its address is in no log. */
function count(platform: string, error: unknown): void {
  if (!(error instanceof DomainError) || error.type !== 'source_unavailable') return;
  const { reason = 'unknown' } = error.detail;
  log.info('link failed', { reason, ...metric({ platform }, { LinkFailures: 1 }, new Date()) });
}

/** A finder whose failures are counted by platform. */
export const countedFinder = (finder: LinkFinder): LinkFinder => ({
  ...finder,
  async find(link, signal) {
    try {
      return await finder.find(link, signal);
    } catch (error) {
      count(link.platform, error);
      throw error;
    }
  },
});

/** A fetcher likewise. */
export const countedFetcher = (fetcher: MediaTransfer): MediaTransfer => ({
  async transfer(found, into, onProgress, signal) {
    try {
      return await fetcher.transfer(found, into, onProgress, signal);
    } catch (error) {
      const { place } = found;
      count(place.kind === 'page' ? platformOf(place.address) : 'web', error);
      throw error;
    }
  },
});
