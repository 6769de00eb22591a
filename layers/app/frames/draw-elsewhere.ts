import { makeReportProgress } from '../jobs/report-progress.ts';
import type { Clock } from '../ports/clock.ts';
import type { JobRuns } from '../ports/jobs/jobs.ts';
import type { Decoder } from '../ports/sources/decoder.ts';
import type { Drawer, DrawFrames } from './draw-frames.ts';

interface Deps {
  readonly decoder: Pick<Decoder, 'draw'>;
  readonly runs: Pick<JobRuns, 'extend'>;
  readonly now: Clock;
  readonly drawWith: (drawer: Drawer) => DrawFrames;
}

/** Draws by a decoder without rights; a run of a job tells how many sheets it has. */
export const drawingElsewhere =
  ({ decoder, runs, now, drawWith }: Deps): DrawFrames =>
  (drawing, signal) => {
    const { source, folder, run, plan } = drawing;
    const placed = { source, place: `${folder}/drawn/` };
    const of = plan.sheets.length;
    // One sheet is all or nothing.
    const report = run && of > 1 ? makeReportProgress({ runs, now }, run) : undefined;
    let most = 0;
    const onDrawn =
      report &&
      ((sheets: number) => {
        // A decoder that follows another one begins anew.
        most = Math.max(most, Math.min(sheets, of));
        report({ stage: 'decoding', done: most, of });
      });
    return drawWith({
      draw: (probe, planned, reading, sound) =>
        decoder.draw(placed, probe, planned, reading, { sound, onDrawn }),
    })(drawing, signal);
  };
