import type { Command } from './command.ts';
import { COMMANDS } from './commands.ts';
import { EXIT_MEANINGS } from './exit-codes.ts';

const listed = Object.entries(COMMANDS).map(
  ([name, { summary }]) => `  ${name.padEnd(9)} ${summary}`,
);
const codes = EXIT_MEANINGS.map(([code, meaning]) => `  ${String(code).padStart(3)}  ${meaning}`);

export const HELP = `Turns videos into what software can read: sheets of timed frames, words, answers.

  video-reader look talk.mp4

uploads a file, reads the whole of it, and writes pictures with the second on each tile. Wherever a
file is named, a link or the id of an upload (upl_…) or a video (vid_…) is taken too.

Commands:
${listed.join('\n')}

Options of every command:
  --json    the whole result as JSON, one line for each answer
  --help    what a command takes, with examples

  video-reader --version                        which release this is

Where, and as whom:
  video-reader login https://…                  signs in through the browser
  VIDEO_READER_URL=… VIDEO_READER_API_KEY=…     or a key, from the environment

Data goes to stdout, progress to stderr. Exit codes:
${codes.join('\n')}
`;

export const helpOf = (name: string, { summary, usage, help }: Command): string =>
  `${summary}.

  video-reader ${name} ${usage}

${help}

      --json          the whole result as JSON
`;
