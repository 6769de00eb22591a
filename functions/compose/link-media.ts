import type { LinkFinder, MediaFetcher } from '../../layers/app/ports/links.ts';
import { DomainError } from '../../layers/domain/errors.ts';

/** What follows links. */
export function linkMedia(): { finder: LinkFinder; fetcher: MediaFetcher } {
  const nothing = async () => {
    throw new DomainError(
      'source_unavailable',
      'Links are not fetched here. Upload the file with POST /v1/uploads and send its upload_id.',
      { reason: 'unknown', alternative: 'POST /v1/uploads, then the same call with upload_id.' },
    );
  };
  return { finder: { find: nothing }, fetcher: { fetch: nothing } };
}
