import { within } from '../stretches.ts';
import { toMillisecond } from '../timestamp.ts';
import type { Window } from '../window.ts';
import type { Probe } from './probe.ts';
import { named } from './told-stretches.ts';

/** What lies before the first picture has no second. */
function unheldIn(missing: readonly Window[]): string {
  const before = within(missing, [Number.NEGATIVE_INFINITY, 0]);
  const sum = before.reduce((seconds, [start, end]) => seconds + end - start, 0);
  const later = within(missing, [0, Number.POSITIVE_INFINITY]);
  return [
    ...(before.length > 0 ? [`${toMillisecond(sum)} s before the first picture`] : []),
    ...(later.length > 0 ? [named(later)] : []),
  ].join(', and ');
}

/** Why bytes at the end of a file are not read. */
function unreadNote(unread: number, { format, duration }: Pick<Probe, 'format' | 'duration'>) {
  const end = `${toMillisecond(duration)} s`;
  const parts = 'Send such files one by one, or joined by a tool that makes one of them.';
  if (format === 'flv') {
    return `The file cannot be read on at ${end}, as where FLV files were put one behind the other, or it is damaged there: the last ${unread} of its bytes are not in this answer. ${parts}`;
  }
  if (format === 'mxf') {
    return `The index of the file ends at ${end}, and what lies behind has no time, as where MXF files were put one behind the other: the last ${unread} of its bytes are not in this answer. ${parts}`;
  }
  if (format === 'wav') {
    return `The sound of the file ends at ${end} by its header, but the file holds more, as where WAV files were put one behind the other, in one of several stretches (data chunks), of which the last is read, or in one that is too large for its header (4 GB): ${unread} of its bytes are not in this answer. ${parts}`;
  }
  return `The file is damaged at ${end}: the fragments of this mp4 cannot be read on there. The last ${unread} of its bytes are not in this answer. Upload it again if the original is whole.`;
}

/** Says of a file that it has less than it states, or more than is read. */
export const lengthNotes = ({
  stated,
  cutOff,
  mayBeCutOff,
  restarts,
  goesOnAs,
  secondIndex,
  unread,
  pauses = [],
  missing = [],
  duration,
  format,
}: Pick<
  Probe,
  | 'stated'
  | 'cutOff'
  | 'mayBeCutOff'
  | 'restarts'
  | 'goesOnAs'
  | 'secondIndex'
  | 'unread'
  | 'pauses'
  | 'missing'
  | 'duration'
  | 'format'
>): string[] => [
  ...(restarts
    ? [
        'The clock of the file begins again in its middle, as where files were put one behind the other: a part of it lies at seconds that were there before, and is not in this answer. Send its parts one by one, or joined by a tool that gives them one clock.',
      ]
    : []),
  ...(goesOnAs === undefined
    ? []
    : [
        `The picture of the file goes on in another stream or codec (${goesOnAs}) than it begins with, as where recordings were put one behind the other: that part is not in this answer. Send its parts one by one, or encoded anew as one.`,
      ]),
  ...(secondIndex
    ? [
        'The file holds a second index (moov), as where mp4 files were put one behind the other: what that one alone lists is not in this answer. Send the files one by one, or joined by a tool that makes one index.',
      ]
    : []),
  ...(unread === undefined ? [] : [unreadNote(unread, { format, duration })]),
  ...(pauses.length > 0
    ? [
        `The edit list of the file is empty in ${named(pauses)}, where players show nothing new. What tiles show there, and what is heard there, is the beginning of its tracks once more: nothing of it, and no cut at its ends, is to be believed.`,
      ]
    : []),
  ...(missing.length > 0
    ? [
        `The site of the stream does not have all of its picture and sound: ${unheldIn(missing)}. What it lacks there is not in this answer.`,
      ]
    : []),
  ...(stated === undefined
    ? []
    : [
        `The file states a length of ${toMillisecond(stated)} s, but only ${toMillisecond(duration)} s of it can be read: it was cut off or is damaged. Upload it again if the original is whole.`,
      ]),
  ...(cutOff
    ? [
        `The file ends in the middle of what it holds, at ${toMillisecond(duration)} s, and states no length: it was cut off. Upload it again if the original is longer.`,
      ]
    : []),
  ...(mayBeCutOff
    ? [
        `The file states a length that it does not have, or none, and ends at ${toMillisecond(duration)} s: it was cut off, or written before its length was known. Upload it again if the original is longer.`,
      ]
    : []),
];

const toThousandth = (ratio: number) => Math.round(ratio * 1000) / 1000;

/** Says that the shape of a picture changes, where its pictures do not tell from when on. */
export const shapeNotes = ({
  reshaped,
  picture,
}: Pick<Probe, 'reshaped' | 'picture'>): string[] => {
  if (!reshaped || !picture) return [];
  const [across, down] = picture.pixelAspect;
  return [
    `Around ${toMillisecond(reshaped.around)} s pixels of the picture are ${toThousandth(reshaped.pixelAspect)} times as wide as high, and no longer ${toThousandth(across / down)} times, as where a broadcast goes from 4:3 to 16:9. From when on is not seen: tiles have the shape of the beginning, and are stretched or squeezed there.`,
  ];
};

/** Says what a file holds of its picture, or beside it, that is not read. */
export const besideNotes = ({
  otherPictures = 0,
  alphaBeside,
  dolbyColours,
}: Pick<Probe, 'otherPictures' | 'alphaBeside' | 'dolbyColours'>): string[] => [
  ...(otherPictures === 0
    ? []
    : [
        `The file holds ${1 + otherPictures} video streams, as of several cameras or programmes: the one that players begin with is read, and nothing of the others is in this answer. Send each as a file of its own to have it read.`,
      ]),
  ...(alphaBeside
    ? [
        'The picture may be transparent in places (alpha_mode 1), which is not read: tiles show colours there that players hide. Lay it over a background and send that.',
      ]
    : []),
  ...(dolbyColours === undefined
    ? []
    : [
        `The picture is Dolby Vision of profile ${dolbyColours}, in colours of its own that are not decoded here: tiles are green and purple where players show other colours. Export it as HDR10, HLG or SDR and send that.`,
      ]),
];

/** Says of a file that sound comes before its first frame, and that it is left out. */
export const beginningNotes = ({ soundBefore }: Pick<Probe, 'soundBefore'>): string[] =>
  soundBefore === undefined
    ? []
    : [
        `The sound begins ${toMillisecond(soundBefore)} s before the first frame, which is second 0: what is heard before it is left out.`,
      ];
