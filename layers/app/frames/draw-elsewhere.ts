import type { Decoder } from '../ports/sources/decoder.ts';
import type { Drawer, DrawFrames } from './draw-frames.ts';

interface Deps {
  readonly decoder: Pick<Decoder, 'draw'>;
  readonly drawWith: (drawer: Drawer) => DrawFrames;
}

/** Draws by a decoder without rights. */
export const drawingElsewhere =
  ({ decoder, drawWith }: Deps): DrawFrames =>
  (drawing, signal) => {
    const placed = { source: drawing.source, place: `${drawing.folder}/drawn/` };
    return drawWith({ draw: (...of) => decoder.draw(placed, ...of) })(drawing, signal);
  };
