/** What ffprobe says of a format that it knows and may not open. */
const REFUSED = /\[([\w,]+) @ \w+\] (?:\[\w+\] )?Format not on whitelist/;

const WEBP = 'it is a WebP picture, which is not read; export an animation as mp4';

/** Formats that people take for video, or send by mistake, by ffprobe's names. */
const KINDS: Readonly<Record<string, string>> = {
  gif: 'it is a GIF, which is not read; export the animation as mp4',
  apng: 'it is a PNG that moves, which is not read; export the animation as mp4',
  // One name for both of its kinds.
  webp_pipe: WEBP,
  // The same from FFmpeg 9 on, where it moves.
  webp_anim: WEBP,
  image2: 'it is a still picture',
  hls: 'it is a playlist, which names a stream and does not hold one',
  dash: 'it is a playlist, which names a stream and does not hold one',
};

/** What a file is that ffprobe refuses by its format, from one line of its messages; most tell nothing. */
export function foreignKind(line: string): string | undefined {
  const name = REFUSED.exec(line)?.[1];
  if (name === undefined) return undefined;
  const still = name.endsWith('_pipe') ? KINDS['image2'] : undefined;
  return KINDS[name] ?? still ?? `it is of a kind that is not read (${name})`;
}
