/** The text of a JSON value, made while it is sent. `Value` is what the text says. */
export class JsonStream<Value> {
  readonly chunks: AsyncIterable<string | Uint8Array>;
  /** Never set; it keeps streams of different values apart. */
  declare readonly says?: Value;

  constructor(chunks: AsyncIterable<string | Uint8Array>) {
    this.chunks = chunks;
  }
}
