import type { OneShot } from './one-shots.ts';

/** Played forth and back at twice its speed: as long as it was, and twice as lively. */
const FASTER =
  'scale=-2:480,split[forth][back];[back]reverse[home];[forth][home]concat,setpts=PTS/2,';

/** A hand that holds the camera, in parts of the width and the height, and its turns a second. */
const sway = (zoom: number, reach: number, turns: number): string => {
  const along = (side: string, phase: number): string =>
    `${side}*(${((1 - zoom) / 2).toFixed(3)}+${reach}*(sin(6.283*${turns}*t+${phase})+0.4*sin(6.283*${(2.3 * turns).toFixed(2)}*t+${2 * phase}))/1.4)`;
  return `crop=w=iw*${zoom}:h=ih*${zoom}:x='${along('iw', 1)}':y='${along('ih', 2.5)}',`;
};

/** What each clip is also shown as: filters after its bars are cut off. */
const VARIANTS = [
  { name: 'faster, hand-held', filters: FASTER + sway(0.8, 0.05, 0.4) },
  { name: 'hand-held, darker', filters: `${sway(0.7, 0.12, 0.2)}eq=gamma=0.7:contrast=1.1,` },
  {
    name: 'faster, close',
    filters: `${FASTER}crop=w=iw*0.55:h=ih*0.55:x=iw*0.1:y=ih*0.3,eq=brightness=0.08:saturation=1.4,`,
  },
];

/**
 * One-shot clips and other takes of the same: half of a small folder has too few shots, most of them
 * quiet, to set constants on.
 */
export const variedShots = (shots: readonly OneShot[]): OneShot[] =>
  shots.flatMap((shot) => [
    shot,
    ...VARIANTS.map(({ name, filters }) => ({
      ...shot,
      name: `${shot.name}, ${name}`,
      crop: shot.crop + filters,
      standing: shot.standing && !filters.includes('sin'),
    })),
  ]);
