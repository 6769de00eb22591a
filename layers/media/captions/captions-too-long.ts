/** Captions of a length that no video has: they are not read to their end. */
export class CaptionsTooLong extends Error {
  override readonly name = 'CaptionsTooLong';
}
