import type { Decoder } from '../ports/sources/decoder.ts';
import type { Engine } from '../ports/sources/engine.ts';
import type { DrawFrames } from './draw-frames.ts';

interface Deps {
  readonly decoder: Pick<Decoder, 'draw'>;
  /** Of this process; it reads what is not stored. */
  readonly engine: Pick<Engine, 'draw'>;
  readonly newId: () => string;
  /** Draws with an engine. */
  readonly drawWith: (engine: Pick<Engine, 'draw'>) => DrawFrames;
}

/** Draws stored media by a decoder without rights, and everything else in this process. */
export function drawingElsewhere({ decoder, engine, newId, drawWith }: Deps): DrawFrames {
  const here = drawWith(engine);
  return (drawing, signal) => {
    const { source, folder } = drawing;
    const media = source.stored;
    if (!media) return here(drawing, signal);
    const place = `${folder}/drawn/${newId()}/`;
    const draw = drawWith({ draw: (_input, ...of) => decoder.draw({ media, place }, ...of) });
    return draw(drawing, signal);
  };
}
