import type { Probe } from '../../domain/sources/probe.ts';
import { whyUnread } from '../../domain/sources/unread-picture.ts';
import type { Description, Stream } from './describe-streams.ts';
import { notMedia } from './refusals.ts';

/** Four bytes, the first of them last, as ffprobe prints them: `0x31637661`. */
const TAG = /^0x([\da-f]{8})$/;
const PRINTABLE = /^[\w .-]+$/;

/**
 * The tag of the codec of a picture that FFmpeg does not know.
 * @param heard what there is beside it
 * @throws DomainError no_video_stream where that is nothing
 */
export function unreadPicture(
  { streams }: Description,
  heard: readonly Stream[],
): Pick<Probe, 'unreadPicture'> {
  const stream = streams.find(isUnknown);
  const tag = stream && tagOf(stream);
  if (heard.length === 0) {
    throw notMedia(tag === undefined ? 'it holds neither picture nor sound' : whyUnread(tag));
  }
  return tag === undefined ? {} : { unreadPicture: tag };
}

const isUnknown = ({ codec_type, codec_name, width = 0 }: Stream): boolean =>
  codec_type === 'video' && codec_name === undefined && width > 0;

function tagOf({ codec_tag = '' }: Stream): string {
  const bytes = Buffer.from(TAG.exec(codec_tag)?.[1] ?? '', 'hex').reverse();
  const text = bytes.toString('latin1');
  return PRINTABLE.test(text) ? text : codec_tag;
}
