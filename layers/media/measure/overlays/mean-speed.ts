import type { MoveDetector } from '../camera/moves.ts';

/** Speed of the camera over some frames, the last one included. */
export function meanSpeed(moves: MoveDetector, from: number, to: number): number {
  let sum = 0;
  for (let frame = from; frame <= to; frame++) sum += moves.clearSpeed(frame);
  return sum / (to - from + 1);
}
