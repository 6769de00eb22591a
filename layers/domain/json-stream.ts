/** The text of a JSON value, made while it is sent. `Value` is what the text says. */
export class JsonStream<Value> {
  readonly chunks: AsyncIterable<string | Uint8Array>;
  /** Never set; it keeps streams of different values apart. */
  declare readonly says?: Value;

  constructor(chunks: AsyncIterable<string | Uint8Array>) {
    this.chunks = chunks;
  }
}

/** What an answer says, be it sent as a text or not. */
export async function jsonValue<Value>(answer: Value | JsonStream<Value>): Promise<Value> {
  if (!(answer instanceof JsonStream)) return answer;
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of answer.chunks) {
    text += typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true });
  }
  return JSON.parse(text);
}
