import { sourceUnavailable } from '../../../domain/links/source-errors.ts';
import { MAX_PIECES } from './stream.ts';

export const tooManyPieces = () =>
  sourceUnavailable(
    'unavailable',
    `The stream at the link is cut into more than ${MAX_PIECES} parts, which are not fetched.`,
  );

export const wrongLengths = () =>
  sourceUnavailable(
    'unavailable',
    'The stream at the link names parts that end before they begin.',
  );
