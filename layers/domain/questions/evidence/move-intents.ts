import { CAMERA_MOVES } from '../../frames/signal.ts';
import { type Intent, lasting, spansAnswer } from './intent.ts';

const MOVES = {
  pan_left: 'pans to the left',
  pan_right: 'pans to the right',
  tilt_up: 'tilts up',
  tilt_down: 'tilts down',
  zoom_in: 'zooms in',
  zoom_out: 'zooms out',
  shake: 'shakes',
} as const;

const MOVE_WORDS: readonly (readonly [RegExp, readonly (keyof typeof MOVES)[]])[] = [
  [/\bpan(s|ned|ning)?\b.*\bleft\b|\bpan_left\b/, ['pan_left']],
  [/\bpan(s|ned|ning)?\b.*\bright\b|\bpan_right\b/, ['pan_right']],
  [/\bpan(s|ned|ning)?\b/, ['pan_left', 'pan_right']],
  [/\btilt(s|ed|ing)?\b.*\bup\b/, ['tilt_up']],
  [/\btilt(s|ed|ing)?\b.*\bdown\b/, ['tilt_down']],
  [/\btilt(s|ed|ing)?\b/, ['tilt_up', 'tilt_down']],
  [/\bzoom(s|ed|ing)?\b.*\bin\b/, ['zoom_in']],
  [/\bzoom(s|ed|ing)?\b.*\bout\b/, ['zoom_out']],
  [/\bzoom(s|ed|ing)?\b/, ['zoom_in', 'zoom_out']],
  [/\b(shak(e|es|y|ing)|handheld)\b/, ['shake']],
  [
    /\bcamera\b.*\b(mov(es?|ed|ing|ements?)|motion|motionless|static|still|fixed|stationary|steady)\b|\bmove(s|ments?)? of the camera\b/,
    CAMERA_MOVES,
  ],
];

/** Moves of the camera; those of one direction before those of any. */
export const MOVE_INTENTS: readonly Intent[] = MOVE_WORDS.map(([pattern, kinds]) => ({
  name: kinds === CAMERA_MOVES ? 'camera moves' : `camera move ${kinds.join(' ')}`,
  asks: pattern,
  names: pattern,
  absent: `Every frame was measured: the camera ${kinds === CAMERA_MOVES ? 'moves' : kinds.map((kind) => MOVES[kind]).join(' or ')} nowhere.`,
  answer: ({ signal }) => {
    const found = signal?.camera_moves?.filter(({ kind }) => kinds.includes(kind));
    const which = kinds === CAMERA_MOVES ? '' : ' of this kind';
    return (
      found &&
      spansAnswer(
        found,
        [`camera move${which}`, `camera moves${which}`],
        (span) => `The camera ${MOVES[span.kind]} ${lasting(span)}.`,
      )
    );
  },
}));
