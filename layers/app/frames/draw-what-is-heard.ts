import type { Listen } from '../transcript/listen.ts';
import type { ListenElsewhere } from '../transcript/listening.ts';
import { type DrawFrames, listenOrSay } from './draw-frames.ts';

interface Deps {
  readonly draw: DrawFrames;
  readonly listen: Listen;
  readonly elsewhere: Pick<ListenElsewhere, 'takes'>;
}

/**
 * Draws as `draw` does. A long window is listened to by others before, so that no run waits for its
 * words.
 * @throws GoesOnElsewhere, LeaseLost; else what drawing throws
 */
export const drawingWhatIsHeard =
  ({ draw, listen, elsewhere }: Deps): DrawFrames =>
  async (drawing, signal) => {
    const { run, video, source, plan, language } = drawing;
    if (language === null) return draw(drawing, signal);
    const listening = { run, video, source, window: plan.covered, language };
    if (!elsewhere.takes(listening)) return draw(drawing, signal);
    const heard = await listenOrSay(listen(listening, signal));
    return draw({ ...drawing, heard }, signal);
  };
