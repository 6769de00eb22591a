import type { Window } from '../window.ts';
import type { SoundDamage } from './damage.ts';
import { soundNotes } from './damage-notes.ts';
import { beginningNotes, lengthNotes } from './file-notes.ts';
import type { Probe } from './probe.ts';

/** Says what is not in an answer for which a source was only listened to. */
export const listenedNotes = (probe: Probe, window: Window, damage: SoundDamage): string[] => [
  ...beginningNotes(probe),
  ...lengthNotes(probe),
  ...soundNotes(damage, window, probe.duration, probe.missing),
];
