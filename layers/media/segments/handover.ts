/** Pictures on their way from who gives them to who takes them, one at a time. */
export class Handover {
  #given: { readonly picture: Uint8Array; readonly done: () => void } | undefined;
  #state: 'open' | 'ended' | 'left' = 'open';
  #wake: () => void = () => undefined;

  /** Resolves when the picture was dealt with, and its bytes may change. */
  give(picture: Uint8Array): Promise<void> {
    if (this.#state === 'left') return Promise.resolve();
    return new Promise((resolve) => {
      this.#given = { picture, done: resolve };
      this.#wake();
    });
  }

  end(): void {
    this.#state = 'ended';
    this.#wake();
  }

  async *taken(): AsyncGenerator<Uint8Array, void> {
    try {
      for (;;) {
        const given = this.#given;
        if (given) {
          yield given.picture;
          this.#given = undefined;
          given.done();
        } else if (this.#state === 'ended') return;
        else await this.#change();
      }
    } finally {
      // Who still gives is not left waiting.
      this.#state = 'left';
      this.#given?.done();
    }
  }

  #change(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve;
    });
  }
}
