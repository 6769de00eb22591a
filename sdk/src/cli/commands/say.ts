import type { TranscriptRequest, TranscriptResult } from '../../types.ts';
import { walkTranscript } from '../../walk.ts';
import { awaitJob } from '../await-job.ts';
import { command, given, momentOf, oneOf } from '../command.ts';
import { sourceOf } from '../source.ts';
import { tellTranscript } from '../tell.ts';

const FORMATS = [
  'text',
  'srt',
  'vtt',
  'json',
] as const satisfies readonly TranscriptRequest['format'][];

export const say = command({
  summary: 'What is said in a video, as text or as a subtitle file',
  usage: 'FILE|URL|ID [--format text|srt|vtt] [--start T] [--end T] [--language CODE]',
  help: `Takes the captions that a video has, else what is heard. Half a credit a minute.

  -f, --format F      text, or a subtitle file as srt or vtt
  -s, --start T       where to begin: seconds (12.5) or a clock (1:23.4)
  -e, --end T         where to stop
  -l, --language CODE what is spoken, where that is known: en, pt-BR
      --words         with --json: also the time of each word

  video-reader say talk.mp4 > talk.txt
  video-reader say talk.mp4 --format srt > talk.srt
  video-reader say talk.mp4 --json | jq '.segments[] | {start, text}'`,
  takes: 1,
  options: {
    format: { type: 'string', short: 'f' },
    start: { type: 'string', short: 's' },
    end: { type: 'string', short: 'e' },
    language: { type: 'string', short: 'l' },
    words: { type: 'boolean' },
  },
  async run(run) {
    const { values, args, out, signal } = run;
    // Looked at before a file is sent.
    const asked = given({
      start: momentOf('start', values.start),
      end: momentOf('end', values.end),
      language: values.language,
      words: values.words,
      format: oneOf('format', values.format, FORMATS),
    });
    const client = await run.client();
    const request: TranscriptRequest = { ...(await sourceOf(client, args[0], run)), ...asked };
    const read = async (part: TranscriptRequest): Promise<TranscriptResult> =>
      awaitJob(await client.transcript({ ...part, estimate: false, sync: false }, { signal }), run);
    // A subtitle file of several parts would not be one file.
    const isFile = request.format === 'srt' || request.format === 'vtt';
    const parts = isFile ? [await read(request)] : walkTranscript(request, read);
    for await (const result of parts) {
      const { truncated } = result;
      if (values.json) out.data(JSON.stringify(result));
      else tellTranscript(result, out);
      if (isFile && truncated)
        out.note(`It goes on at ${truncated.next_start} s: --start ${truncated.next_start}`);
    }
  },
});
