import type { Writable } from 'node:stream';

/** What a command says: data on stdout, everything else on stderr. */
export interface Output {
  /** A line of the result. */
  data(line: string): void;
  /** A line about the result, for a person. */
  note(line: string): void;
  /**
   * How far the work is. A terminal shows it in one line that changes; a log gets a line for each
   * `stage`.
   */
  progress(stage: string, more?: string): void;
}

type Stream = Writable & { readonly isTTY?: boolean };

/** Data on one stream; notes and progress on the other, which is written over on a terminal. */
export function output(stdout: Stream, stderr: Stream): Output {
  let shown = '';
  let open = false;
  const close = () => {
    if (open) stderr.write('\r\u001b[K');
    open = false;
  };
  return {
    data(line) {
      close();
      stdout.write(`${line}\n`);
    },
    note(line) {
      close();
      stderr.write(`${line}\n`);
    },
    progress(stage, more = '') {
      if (stderr.isTTY) {
        stderr.write(`\r\u001b[K${stage} ${more}`);
        open = true;
      } else if (stage !== shown) {
        stderr.write(`${stage}\n`);
      }
      shown = stage;
    },
  };
}
