import { z } from 'zod';
import { Box } from '../videos/video.ts';

const Rational = z.tuple([z.int(), z.int().positive()]);

export const WidePrimaries = z.enum(['bt2020', 'smpte431', 'smpte432']);
export type WidePrimaries = z.infer<typeof WidePrimaries>;

/** The picture stream that is read, as the engine needs to know it. */
export const PictureStream = z.object({
  /** Absolute index of the stream in the file. */
  index: z.int(),
  codec: z.string(),
  /** Pixels as coded, before rotation and pixel aspect. */
  codedWidth: z.int().positive(),
  codedHeight: z.int().positive(),
  pixelAspect: Rational,
  /** Clockwise degrees by which a player turns the picture. */
  rotation: z.union([z.literal(0), z.literal(90), z.literal(180), z.literal(270)]),
  /** True when the display matrix also mirrors the picture, before the rotation. */
  mirrored: z.boolean(),
  /** Seconds per tick, as a fraction. */
  timeBase: Rational,
  /** Presentation time of the first frame, in ticks of the time base. */
  firstPts: z.int(),
  /** Second at which the last frame ends; missing in what was probed before this was told. */
  end: z.number().optional(),
  /** Second at which the last frame begins to be shown, where the file tells. */
  lastAt: z.number().optional(),
  /** Mean frames per second, as a fraction. */
  rate: Rational,
  /** The rate at which new frames come at their densest; equal to `rate` where that is constant. */
  peakRate: Rational,
  /** Which field is shown first; null for progressive pictures. */
  fieldOrder: z.enum(['top', 'bottom']).nullable(),
  /** Set where only some frames are interlaced, and say so. */
  mixesFields: z.literal(true).optional(),
  /** True when the file names the matrix that its colours were coded with, or they have none. */
  namesColorMatrix: z.boolean(),
  /** Transfer function when the picture is HDR: PQ (SMPTE ST 2084) or HLG (ARIB STD-B67). */
  hdr: z.enum(['pq', 'hlg']).nullable(),
  /**
   * Its primaries, as ffmpeg names them, where they are wider than those of BT.709 and the file says
   * so: of BT.2020, DCI-P3 (SMPTE RP 431-2) or Display P3 (SMPTE EG 432-1).
   */
  primaries: WidePrimaries.optional(),
  /** Set where pixels can be transparent, and the decoder tells how much. */
  hasAlpha: z.literal(true).optional(),
  /** Set where the container has edges cut away, and FFmpeg would do so (from 7.1 on). */
  cutsEdges: z.literal(true).optional(),
  /**
   * Set where the container times pictures as they are stored, which is not the order in which they
   * are shown: each is shown one frame after the one before.
   */
  timedAsStored: z.literal(true).optional(),
  /** SMPTE timecode of the first frame. */
  timecode: z.string().nullable(),
  /** The picture inside its black bars, in displayed pixels. */
  contentBox: Box.nullable(),
});
export type PictureStream = z.infer<typeof PictureStream>;

/** An audio stream, as it must be known to be mixed down. */
export const SoundStream = z.object({
  codec: z.string(),
  channels: z.int().min(0),
  /**
   * As ffmpeg names it, for example `5.1`; null when the file does not say where its channels
   * belong.
   */
  layout: z.string().nullable(),
  /** Seconds of sound in the longest of its first packets, where they are long. */
  packetSeconds: z.number().positive().optional(),
});
export type SoundStream = z.infer<typeof SoundStream>;

/** What was learned of a file by opening it. Times are seconds on the file's own clock. */
export const Probe = z.object({
  /** Container as ffmpeg names its demuxer. */
  format: z.string(),
  /** The file's clock at second 0 of our responses: the presentation time of the first frame. */
  origin: z.number(),
  /** Seconds from the first frame to the end of the last. */
  duration: z.number().min(0),
  /** The length in seconds that the file states, when it was cut off or is damaged and has less. */
  stated: z.number().optional(),
  /** Set where it states no length, and ends in the middle of something that it holds. */
  cutOff: z.literal(true).optional(),
  /**
   * Set where it states more than it holds, or no length, and which of both is not told: it was cut
   * off, or written before its length was known.
   */
  mayBeCutOff: z.literal(true).optional(),
  /** Whether its clock begins again later in the file, of which only what comes before is read. */
  restarts: z.boolean().optional(),
  /**
   * Codec of the picture with which it goes on in another stream, or coded in another way than it
   * begins: that part is not read.
   */
  goesOnAs: z.string().optional(),
  /**
   * Shape of its pixels, as width by height, that it is found to have around a second, where it began
   * with another one and the decoder does not tell of the change.
   */
  reshaped: z.object({ around: z.number(), pixelAspect: z.number() }).optional(),
  /**
   * Set where an mp4 holds a second index, as where files were put one behind the other: what that
   * one lists is not read.
   */
  secondIndex: z.literal(true).optional(),
  /**
   * Bytes behind the last fragment of an mp4 that can be read, which is damaged there, or behind the
   * first of the FLV, WAV or MXF files that were put one behind the other; of a WAV those of `data`
   * chunks before the one that is read, too.
   */
  unread: z.int().positive().optional(),
  /**
   * Stretches that an edit list leaves empty behind its beginning, in seconds from the first frame:
   * players show nothing new there, FFmpeg the first pictures of the track once more.
   */
  pauses: z.array(z.tuple([z.number(), z.number()])).optional(),
  /**
   * What the site of a stream does not have, in seconds from its first piece: some may
   * lie before that, or behind the last frame.
   */
  missing: z.array(z.tuple([z.number(), z.number()])).optional(),
  /**
   * Set where the container has lost the index that a seek goes by, or has none and states a rate
   * that is not to be believed: FFmpeg then takes a guess for the second that it comes to.
   */
  lacksIndex: z.literal(true).optional(),
  /**
   * Set where packets are lost out of the middle of an AVI, which counts packets instead of timing
   * them: it is read by its index, which still tells when each is due.
   */
  byIndex: z.literal(true).optional(),
  /**
   * Seconds by which pictures come late by the clock of the sound, where the container times none of
   * them: each then has the time at which the decoder gives it.
   */
  pictureLate: z.number().positive().optional(),
  /** Seconds of sound before the first frame, which have no second of ours and are not read. */
  soundBefore: z.number().optional(),
  picture: PictureStream.nullable(),
  /** Tag of the codec of a picture that is there and that nobody here knows, where none is read. */
  unreadPicture: z.string().optional(),
  /** How many pictures that move lie beside the one that is read, as of other programmes. */
  otherPictures: z.int().positive().optional(),
  /** Set where another one tells how opaque it is, which is not read. */
  alphaBeside: z.literal(true).optional(),
  /** Profile of a Dolby Vision picture in colours of its own, which are not decoded. */
  dolbyColours: z.int().optional(),
  /** Displayed size: rotated, square pixels. 0 x 0 without a picture. */
  width: z.int(),
  height: z.int(),
  /** Absolute indexes of the audio streams, the default one first. */
  audio: z.array(z.int()),
  /** The same streams in the same order; missing in what was probed before this was told. */
  sounds: z.array(SoundStream).optional(),
  /**
   * How many streams of captions in text there are, or 1 where captions lie within the picture
   * alone; missing in what was probed before this was told.
   */
  captions: z.int().min(0).optional(),
  /**
   * Whether anything in it is captions, as text, as pictures or within the picture; missing in what
   * was probed before this was told.
   */
  holdsCaptions: z.boolean().optional(),
});
export type Probe = z.infer<typeof Probe>;

/**
 * Whether a seek comes to the second that it is asked for. Not where no index tells it, and not where
 * two places of a file have that second: which of them a search by times finds depends on their bytes.
 */
export const canSeek = ({ lacksIndex, restarts }: Pick<Probe, 'lacksIndex' | 'restarts'>) =>
  !(lacksIndex || restarts);

/** The file's clock when the sound of second 0 is heard. */
export const soundOrigin = ({ origin, pictureLate = 0 }: Pick<Probe, 'origin' | 'pictureLate'>) =>
  origin - pictureLate;
