import { DomainError } from '../domain/errors.ts';

/** The same words whether the id is unknown or another organization's. */
export const notFound = (what: 'video' | 'job'): DomainError =>
  new DomainError(
    'video_not_found',
    what === 'job'
      ? 'Your organization has no job with this id. Check the id, and which organization the credential belongs to.'
      : 'Your organization has no video with this id. Check the id, and which organization the credential belongs to; or upload the file again.',
  );
