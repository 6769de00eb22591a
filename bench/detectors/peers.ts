import { spawnSync } from 'node:child_process';
import { contentScores, type FrameScore } from './content-scores.ts';

/** Another way to find cuts: one score for each frame, and a rule with a threshold. */
export interface Peer {
  name: string;
  /**
   * The threshold its makers chose, and others it is tried with; the best one on the set is shown
   * as well.
   */
  usual: number;
  thresholds: number[];
  /** Reads a file once; the answer gives the seconds of the cuts for a threshold. */
  read(file: string): (threshold: number) => number[];
}

const above = (scores: readonly FrameScore[]) => (threshold: number) =>
  scores.filter(({ score }) => score >= threshold).map(({ seconds }) => seconds);

const scdet: Peer = {
  name: 'ffmpeg scdet',
  usual: 10,
  thresholds: [5, 7, 10, 12, 14, 17, 20, 24, 28],
  read(file) {
    const args = ['-v', 'info', '-nostats', '-nostdin', '-i', file];
    const filter = 'setpts=PTS-STARTPTS,scdet=threshold=4';
    const run = spawnSync('ffmpeg', [...args, '-vf', filter, '-an', '-f', 'null', '-'], {
      maxBuffer: 2 ** 28,
    });
    const lines = run.stderr
      .toString()
      .matchAll(/lavfi\.scd\.score: *([\d.]+), *lavfi\.scd\.time: *([\d.]+)/g);
    return above(
      [...lines].map(([, score, time]) => ({ score: Number(score), seconds: Number(time) })),
    );
  },
};

/**
 * The rules of PySceneDetect as its documentation publishes them, written anew, for it is not
 * packaged here: mean change of hue, saturation and value. Without its least length of a scene,
 * which would cost it every second one of two close cuts.
 */
const content: Peer = {
  name: 'ContentDetector (rule of PySceneDetect, reimplemented)',
  usual: 27,
  thresholds: [15, 20, 27, 32, 38, 45, 55, 65, 75, 90],
  read: (file) => above(contentScores(file)),
};

/**
 * Frames on either side whose mean a change is held against, and the change that there must be at
 * all.
 */
const WINDOW = 2;
const LEAST = 15;

const adaptive: Peer = {
  name: 'AdaptiveDetector (rule of PySceneDetect, reimplemented)',
  usual: 3,
  thresholds: [2, 3, 4, 5, 7, 10, 13, 18, 25],
  read(file) {
    const scores = contentScores(file);
    const ratios = scores.map(({ score, seconds }, i): FrameScore => {
      const around = scores.slice(Math.max(0, i - WINDOW), i + WINDOW + 1);
      const others = around.reduce((sum, near) => sum + near.score, -score) / (2 * WINDOW);
      return { seconds, score: score < LEAST ? 0 : score / Math.max(1e-6, others) };
    });
    return above(ratios);
  },
};

export const PEERS: readonly Peer[] = [scdet, content, adaptive];
