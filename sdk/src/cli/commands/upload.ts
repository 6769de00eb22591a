import { command } from '../command.ts';
import { UsageError } from '../exit-codes.ts';
import { uploadFile } from '../source.ts';

export const upload = command({
  summary: 'Sends a file, and prints the id that stands for it from then on',
  usage: 'FILE',
  help: `Sends a file straight into storage, above 100 MB in parts. What breaks off goes on when the same
command is run again. The same bytes are the same video, however often they are sent.

  VIDEO=$(video-reader upload talk.mp4)
  video-reader look $VIDEO --start 12 --end 14`,
  takes: 1,
  options: {},
  async run(run) {
    const { args, values, out } = run;
    const [file] = args;
    if (file === undefined) throw new UsageError('Name the file.');
    const result = await uploadFile(await run.client(), file, run);
    const { video, upload_id } = result;
    out.note(
      `${video.title ?? video.id}: ${video.duration} s, ${video.width}x${video.height}, ${video.src_fps} fps`,
    );
    out.data(values.json ? JSON.stringify(result) : upload_id);
  },
});
