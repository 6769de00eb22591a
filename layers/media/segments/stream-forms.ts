import type { FramesPlan } from '../../domain/frames/frames-plan.ts';
import type { Probe } from '../../domain/sources/probe.ts';
import { SMALL } from '../measure/pictures/grey.ts';
import { SOUND_CHUNK } from '../read/recording.ts';
import { textSize } from '../text/text-size.ts';
import type { FrameForm } from './frame-file.ts';

/** How the pictures of a plan's streams are kept; tiles are too far apart to resemble each other. */
export function pictureForms(
  probe: Pick<Probe, 'width' | 'height'>,
  { geometry }: Pick<FramesPlan, 'geometry'>,
): Record<'tiles' | 'small' | 'text', FrameForm> {
  const [width, height] = geometry.tile;
  return {
    tiles: { bytes: width * height * 3, differences: false },
    small: { bytes: SMALL.bytes, differences: true },
    text: { bytes: textSize(probe).bytes, differences: true },
  };
}

/** Pieces of sound are samples, whose differences are no smaller. */
export const SOUND_FORM: FrameForm = { bytes: SOUND_CHUNK, differences: false, endsShort: true };
