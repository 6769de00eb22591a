import { toMillisecond } from '../../timestamp.ts';
import { about, type Intent, shown } from './intent.ts';

/** Length, size and rate of the picture. */
export const FILE_INTENTS: readonly Intent[] = [
  {
    name: 'length',
    asks: /\bhow long is (the|this) (whole |entire )?(video|clip|file|recording|film|footage)\b|\bhow long does (the|this) (video|clip|file|recording|film|footage) (last|run)\b|\b(duration|length|running time) of (the|this)\b|\bvideo (length|duration)\b/,
    names: /^(video )?(duration|length|running time)( (in )?seconds?)?$/,
    absent: '',
    answer: (facts) =>
      about(facts, `The video is ${shown(facts.duration)} long.`, {
        number: toMillisecond(facts.duration),
        total: toMillisecond(facts.duration),
      }),
  },
  {
    name: 'resolution',
    asks: /\bresolution\b|\bhow (wide|high|large) is the (video|picture)\b|\bpicture size\b/,
    names: /^resolution$/,
    absent: '',
    answer: (facts) =>
      facts.width > 0
        ? about(facts, `The picture is ${facts.width} x ${facts.height} pixels.`, {
            text: `${facts.width}x${facts.height}`,
          })
        : undefined,
  },
  {
    name: 'frame rate',
    asks: /\bframe ?rate\b|\bframes per second\b|\bfps\b/,
    names: /^(fps|frame rate)$/,
    absent: '',
    answer: (facts) =>
      facts.fps > 0
        ? about(facts, `The video has ${toMillisecond(facts.fps)} frames per second.`, {
            number: toMillisecond(facts.fps),
          })
        : undefined,
  },
];
