import type { PictureStream } from '../../domain/sources/probe.ts';
import type { FieldOrder } from '../read/frame-clock.ts';
import type { Stream } from './describe-streams.ts';
import type { Frame } from './list-frames.ts';

/**
 * How a picture is interlaced. What a decoder says of frames wins over the container's flag: a
 * disc or a broadcast may begin with film and go on with video.
 *
 * @param seen of frames from different places
 */
export function fieldsOf(
  { field_order }: Pick<Stream, 'field_order'>,
  seen: readonly FieldOrder[],
): Pick<PictureStream, 'fieldOrder' | 'mixesFields'> {
  const order = seen.find((one) => one !== null);
  if (order) return { fieldOrder: order, ...(seen.includes(null) && { mixesFields: true }) };
  const stated = { tt: 'top', bt: 'top', bb: 'bottom', tb: 'bottom' } as const;
  return { fieldOrder: stated[field_order as keyof typeof stated] ?? null };
}

export function fieldOrderOf({ interlaced_frame, top_field_first }: Frame): FieldOrder {
  if (interlaced_frame !== 1) return null;
  return top_field_first === 1 ? 'top' : 'bottom';
}
