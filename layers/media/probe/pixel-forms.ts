import type { Description, Stream } from './describe-streams.ts';

/** Forms of pixels that say how opaque each is, by FFmpeg's names. */
const WITH_ALPHA = /^(yuva|gbrap|ya\d|rgba|bgra|argb|abgr|ayuv|vuya|uyva)/;

/**
 * Whether pixels of a stream can be transparent. What 32 bits a pixel of an AVI hold beside its
 * colours is often nothing: zeros.
 */
export const hasAlpha = ({ format }: Description, { pix_fmt }: Stream): boolean =>
  format.format_name !== 'avi' && WITH_ALPHA.test(pix_fmt ?? '');

/** Matroska keeps the alpha of VP8 and VP9 beside each picture, where their own decoders leave it. */
export const hasAlphaBeside = ({ pix_fmt, tags }: Stream): boolean =>
  tags['alpha_mode'] === '1' && !WITH_ALPHA.test(pix_fmt ?? '');

/**
 * Whether pixels are red, green and blue, as a palette's are, and have no colour matrix. Scaling a
 * palette makes YUV of it, by the matrix that is taken where none is named.
 */
export const isRgb = (pixFmt: string | undefined): boolean => /rgb|bgr|gbr|pal8/.test(pixFmt ?? '');

/**
 * The profile of Dolby Vision whose picture is in colours of its own (5: IPT), which FFmpeg decodes
 * as if they were YUV; undefined where others can show the picture as HDR10, HLG or SDR.
 */
export const dolbyColours = ({ side_data_list }: Stream): number | undefined =>
  side_data_list.find(({ dv_bl_signal_compatibility_id }) => dv_bl_signal_compatibility_id === 0)
    ?.dv_profile;
