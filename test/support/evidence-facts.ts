import { bm25 } from '../../layers/adapters/search/bm25.ts';
import { answerFromFacts } from '../../layers/domain/questions/evidence/answer-from-facts.ts';
import type { Facts } from '../../layers/domain/questions/evidence/facts.ts';

export const confidence = 0.9;
/** Of a minute of video: three cuts, two silences, a freeze, a title, a pan, an insert, two lines. */
export const FACTS: Facts = {
  window: [0, 60],
  duration: 60,
  width: 1280,
  height: 720,
  fps: 25,
  title: null,
  orientation: 'landscape',
  audioTracks: 1,
  file: {
    format: 'matroska,webm',
    size: 7_500_000,
    picture: { codec: 'vp9', interlaced: false, hdr: null },
    sounds: [{ codec: 'opus', channels: 2, layout: 'stereo' }],
  },
  frames: 1500,
  slides: null,
  timecode: null,
  technical: {
    scene_cuts: [4, 12.4, 30],
    pacing: {
      cuts: 3,
      segments: 4,
      median_segment_seconds: 13,
      shortest_segment_seconds: 4,
      longest_segment_seconds: 30,
      cuts_per_minute: 3,
    },
    freezes: [{ start: 20, end: 22.5, duration: 2.5 }],
    blacks: [],
    silence_gaps: [
      { start: 5, end: 7, duration: 2 },
      { start: 40, end: 41.5, duration: 1.5 },
    ],
    skipped: false,
  },
  signal: {
    mode: 'full',
    frames_read: 1500,
    inserts: [{ at: 33.32, frames: 1, confidence }],
    flashes: [],
    dissolves: [],
    overlays: [{ start: 8, end: 11, region: [0, 0, 1, 0.2], confidence }],
    camera_moves: [{ start: 14, end: 16, kind: 'pan_left', confidence }],
    wipes: [],
    whip_blurs: [],
    fades: [],
  },
  transcript: {
    language: 'en',
    source: 'transcribed',
    text: 'We sail at dawn. The storm is near.',
    segments: [
      { start: 1.2, end: 3, text: 'We sail at dawn.', confidence },
      { start: 24, end: 26, text: 'The storm is near.', confidence },
    ],
    speech: { is_speech: true, confidence, reason: 'Somebody speaks.' },
    low_confidence: [],
  },
  writing: null,
  tiles: [0, 1, 2],
};

export const ask = (question: string, facts = FACTS) =>
  answerFromFacts(question, facts, (words, texts, most) => bm25.best(words, texts, most));
/** What a question is told, each sentence with its seconds. */
export const told = (question: string) =>
  ask(question).sentences.map(({ text, seconds }) => `${text} ${seconds.join(' ')}`);
