import { SAME_ASPECT } from '../read/own-shape.ts';
import { type Description, fraction, isPicture, type Stream, seconds } from './describe-streams.ts';
import type { Later } from './later-places.ts';

/** A picture that begins less than this behind the end of another is shown beside it, in seconds. */
const SLACK_SECONDS = 1;

/**
 * The codec of the picture with which a file goes on in another stream, once that of the stream has
 * ended, or in the same one coded in another way: a decoder gives neither. Undefined where it does
 * not.
 * @param end where the picture of the stream ends, in seconds of the file's own clock
 */
export function laterPicture(
  { streams }: Description,
  stream: Stream,
  end: number,
  { places }: Pick<Later, 'places'>,
): string | undefined {
  const isLater = (second: number | undefined) =>
    second !== undefined && second > end + SLACK_SECONDS;
  const described = streams.find(
    (other) => isPicture(other) && isLater(seconds(other.start_time)),
  )?.codec_name;
  return (
    described ??
    places
      .flatMap(({ second, pictures }) =>
        pictures.filter(({ id, codec, tag }) =>
          id === stream.id
            ? codec !== stream.codec_name && tag !== stream.codec_tag
            : isLater(second),
        ),
      )
      .at(0)?.codec
  );
}

/** The first of the later places at which pixels have another shape than at the beginning. */
export function laterShape(
  stream: Stream,
  { places }: Pick<Later, 'places'>,
): { readonly second: number; readonly pixelAspect: number } | undefined {
  const first = ratio(stream.sample_aspect_ratio) ?? 1;
  for (const { second, aspects } of places) {
    const pixelAspect = ratio(aspects.get(stream.id ?? ''));
    if (second === undefined || pixelAspect === undefined) continue;
    if (Math.abs(pixelAspect / first - 1) > SAME_ASPECT) return { second, pixelAspect };
  }
  return undefined;
}

function ratio(text: string | undefined): number | undefined {
  const [across, down] = fraction(text) ?? [];
  return across && down && across / down;
}
