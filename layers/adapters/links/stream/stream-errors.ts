import { sourceUnavailable } from '../../../domain/links/source-errors.ts';
import { MAX_PIECES } from './stream.ts';

export const tooManyPieces = () =>
  sourceUnavailable(
    'unavailable',
    `The stream at the link is cut into more than ${MAX_PIECES} parts, which are not fetched.`,
  );

export const tooLarge = (most: number) =>
  sourceUnavailable(
    'unavailable',
    `The stream is larger than the ${Math.floor(most / 1024 ** 2)} MB that are fetched from a link.`,
  );

export const ofPeriods = () =>
  sourceUnavailable(
    'unavailable',
    'The manifest at the link joins several periods, such as a film and the advertisements in it, in a way in which they are not read as one video here.',
  );

export const wrongLengths = () =>
  sourceUnavailable(
    'unavailable',
    'The stream at the link names parts that end before they begin.',
  );

export const noSuchPlaylist = () =>
  sourceUnavailable('unavailable', 'The playlist at the link names another that is not there.');
