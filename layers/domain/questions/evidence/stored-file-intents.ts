import type { FactAnswer, Facts } from './facts.ts';
import { about, type Intent, NONE } from './intent.ts';
import { quoted } from './quoted.ts';

const WHOSE = '(?:the|this|its) (?:video|clip|file|film|recording)';

const bytesIn = (facts: Facts): number | undefined => facts.file?.size ?? undefined;

/** Codecs of pictures or of sound, which a file may have several of. */
function codecsOf(facts: Facts, kinds: readonly ('picture' | 'sound')[]): FactAnswer | undefined {
  const { file } = facts;
  if (!file) return undefined;
  const told = [
    ...(kinds.includes('picture') && file.picture
      ? [{ text: `The picture is coded as ${file.picture.codec}.`, codec: file.picture.codec }]
      : []),
    ...(kinds.includes('sound') ? (file.sounds ?? []) : []).map(({ codec }) => ({
      text: `The sound is coded as ${codec}.`,
      codec,
    })),
  ];
  const [first] = told;
  if (!first) return undefined;
  const text = [...new Set(told.map((one) => one.text))].join(' ');
  return about(facts, text, { text: first.codec });
}

/** What the container says of the file: nothing of it needs a look at its pictures. */
export const STORED_FILE_INTENTS: readonly Intent[] = [
  {
    name: 'frames',
    asks: /\bhow many frames\W*$|\bhow many frames (?:(?:does|do|did) (?:the|this|it)\b(?= ?(?:video|clip|file|film|recording|have|contain))|(?:has|have|are|is|were) (?:there\b|it\b|the video|in (?:it|total|all|the video)\b)|in (?:total|all|(?:the|this) (?:video|clip|file|film))\b)|\b(?:number|count|total) of frames\b(?! (?:of|in|that|per|which) (?!(?:the|this) (?:video|clip|file|film)))|\b(?:total frames|frame count)\b/,
    names: /^(frame count|frames|number of frames|(total|num) frames)$/,
    absent: '',
    answer: (facts) =>
      facts.frames === null
        ? undefined
        : about(facts, `${facts.frames} frames were read.`, {
            count: facts.frames,
            number: facts.frames,
          }),
  },
  {
    name: 'size of the file',
    asks: new RegExp(
      String.raw`\bfile ?size\b|\bsize of ${WHOSE}\b|\bhow (?:big|heavy) is (?:it|${WHOSE})\b|\bhow large is (?:the|this) file\b|\bhow many (?:bytes|(?:kilo|mega|giga)bytes|[kmg]b)\b`,
    ),
    names: /^(file ?size|size of the file)( (in )?bytes)?$|^(bytes|size bytes)$/,
    absent: '',
    answer: (facts) => {
      const size = bytesIn(facts);
      if (size === undefined) return undefined;
      const text = `The file has ${size} bytes, which is ${(size / 1e6).toPrecision(3)} megabytes.`;
      return about(facts, text, { number: size });
    },
  },
  {
    name: 'bit rate',
    asks: /\bbit ?-?rates?\b|\b(?:kilo|mega)?bits per second\b|\b[km]bps\b/,
    names: /^(average |mean |overall )?bit ?rate( bps)?$/,
    absent: '',
    answer: (facts) => {
      const size = bytesIn(facts);
      if (size === undefined || facts.duration === 0) return undefined;
      const rate = Math.round((8 * size) / facts.duration);
      const text = `Its bytes by its length are ${Math.round(rate / 1000)} kilobits a second in the mean, pictures and sound together.`;
      return about(facts, text, { number: rate });
    },
  },
  {
    name: 'video codec',
    asks: /\b(?:video|picture) codec\b|\bcodec of the (?:video|picture)\b/,
    names: /^(video |picture )?codec( name)?$/,
    absent: '',
    answer: (facts) => codecsOf(facts, ['picture']),
  },
  {
    name: 'audio codec',
    asks: /\b(?:audio|sound) codec\b|\bcodec of the (?:audio|sound)\b/,
    names: /^(audio|sound) codec( name)?$/,
    absent: 'There is no audio track.',
    answer: (facts) => (facts.audioTracks === 0 ? NONE : codecsOf(facts, ['sound'])),
  },
  {
    name: 'codecs',
    asks: /\bcodecs?\b|\bhow (?:is|was) (?:it|the video|this video|the file) (?:encoded|compressed)\b/,
    names: /^codecs$/,
    absent: '',
    answer: (facts) => codecsOf(facts, ['picture', 'sound']),
  },
  {
    name: 'container',
    asks: /\bcontainer\b|\b(?:file|video) (?:format|type)\b|\bwhat format\b|\bis (?:it|this|the file) an? (?:mp4|mov|mkv|webm|avi|wav|mp3|ts)\b/,
    names: /^(container|container format|file format|file type)$/,
    absent: '',
    answer: (facts) =>
      facts.file
        ? about(facts, `The container is one that is read as ${quoted(facts.file.format)}.`, {
            text: facts.file.format,
          })
        : undefined,
  },
  {
    name: 'channels',
    asks: /\b(?:audio|sound) channels?\b|\bhow many channels\b|\b(?:stereo|mono|surround)\b/,
    names: /^((audio|sound) )?channels?( count)?$|^number of (audio )?channels$/,
    absent: 'There is no audio track.',
    answer: (facts) => {
      if (facts.audioTracks === 0) return NONE;
      const [first, ...others] = facts.file?.sounds ?? [];
      if (!first) return undefined;
      const text = [first, ...others]
        .map(({ channels, layout }) => {
          const called = layout === null ? '' : `, ${layout}`;
          return `The sound has ${channels} ${channels === 1 ? 'channel' : 'channels'}${called}.`;
        })
        .join(' ');
      return about(facts, text, others.length > 0 ? {} : { number: first.channels });
    },
  },
  {
    name: 'interlacing',
    asks: /\binterlac(?:ed|ing)\b|\bprogressive\b/,
    names: /^(is )?interlaced$/,
    absent: 'The picture is not interlaced, by what its file says.',
    answer: (facts) => {
      const picture = facts.file?.picture;
      if (!picture) return undefined;
      return picture.interlaced
        ? about(facts, 'The picture is interlaced.', { truth: true })
        : NONE;
    },
  },
  {
    name: 'dynamic range',
    asks: /\bhdr\b|\bhigh dynamic range\b|\bdolby vision\b/,
    names: /^(is )?hdr$/,
    absent: 'The file names no transfer function of HDR.',
    answer: (facts) => {
      const picture = facts.file?.picture;
      if (!picture) return undefined;
      return picture.hdr === null
        ? NONE
        : about(facts, `The picture is HDR, by ${picture.hdr.toUpperCase()}.`, { truth: true });
    },
  },
  {
    name: 'timecode',
    asks: /\btime ?code (?:of|at) the (?:first frame|start|beginning)\b|\b(?:start(?:ing)?|first) time ?code\b|\b(?:have|has) an? time ?code\b/,
    names: /^start time ?code$/,
    absent: 'The file came without a timecode.',
    answer: (facts) =>
      facts.timecode === null
        ? NONE
        : about(facts, `The timecode of the first frame is ${quoted(facts.timecode)}.`, {
            text: facts.timecode,
          }),
  },
];
