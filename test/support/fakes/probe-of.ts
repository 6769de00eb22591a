import type { PictureStream, Probe } from '../../../layers/domain/sources/probe.ts';

/** What probing a plain 16:9 video of that length would say; members can be replaced. */
export const probeOf = (
  duration: number,
  picture: Partial<PictureStream> = {},
  size: readonly [number, number] = [1920, 1080],
): Probe => ({
  format: 'mov,mp4,m4a,3gp,3g2,mj2',
  origin: 0,
  duration,
  width: size[0],
  height: size[1],
  audio: [1],
  picture: {
    index: 0,
    codec: 'h264',
    codedWidth: size[0],
    codedHeight: size[1],
    pixelAspect: [1, 1],
    rotation: 0,
    mirrored: false,
    timeBase: [1, 90_000],
    firstPts: 0,
    rate: [30, 1],
    peakRate: [30, 1],
    fieldOrder: null,
    namesColorMatrix: true,
    hdr: null,
    timecode: null,
    contentBox: null,
    ...picture,
  },
});
