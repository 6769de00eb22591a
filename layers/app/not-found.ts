import { DomainError } from '../domain/errors.ts';

const MORE = {
  video: '; or upload the file again',
  upload: '; or begin the upload anew',
  job: '',
  session: '; or ask without session_id',
  batch: '',
  key: '',
  connection: '',
  delivery: '',
  member: '; GET /v1/members lists them',
} as const;

/** The same words whether the id is unknown or another organization's. */
export const notFound = (what: keyof typeof MORE): DomainError =>
  new DomainError(
    'video_not_found',
    `Your organization has no ${what} with this id. Check the id, and which organization the credential belongs to${MORE[what]}.`,
  );
