/**
 * Bytes of a source did not come as they are stored, or their decoder was ended by somebody else.
 * That is a fault of the service and tells nothing of the file: what was read is thrown away, and
 * the run is tried again.
 */
export class SourceFault extends Error {
  override readonly name = 'SourceFault';
}
