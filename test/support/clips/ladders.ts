import { execFileSync } from 'node:child_process';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import packaged from '@ffmpeg-installer/ffmpeg';
import { isFullBreadth } from '../breadth.ts';

/** Seconds of every ladder, and of each of its segments. */
const LADDER_SECONDS = 60;
const SEGMENT_SECONDS = 2.002;

/**
 * Makes streams of one minute in a folder: the same picture, whose size tells the step, in every
 * way of cutting it.
 */
export async function makeLadders(ffmpeg: string, folder: string): Promise<void> {
  const makeBy = (binary: string, args: string[]) =>
    execFileSync(binary, ['-v', 'error', '-y', ...args], { cwd: folder, stdio: 'inherit' });
  const make = (...args: string[]) => makeBy(ffmpeg, args);
  const bars = 'drawbox=h=30:c=black:t=fill,drawbox=y=150:h=30:c=black:t=fill';
  const sound = '0.9*sin(t*t*90)*sin(t)+0.1*random(0)';
  make(
    ...['-f', 'lavfi', '-i', `testsrc2=s=320x180:r=30000/1001:d=${LADDER_SECONDS}`],
    ...['-f', 'lavfi', '-i', `aevalsrc=${sound}:d=${LADDER_SECONDS}:s=44100`],
    ...['-vf', bars, '-c:v', 'libx264', '-preset', 'ultrafast', '-bf', '2', '-pix_fmt', 'yuv420p'],
    ...['-g', '60', '-keyint_min', '60', '-sc_threshold', '0'],
    // Of few bits, in which noise is told by its loudness alone: a decoder makes it, anew from each
    // place that it begins at.
    ...['-c:a', 'aac', '-b:a', '32k', 'source.mp4'],
  );
  make(
    // It is there not to be opened.
    ...['-t', '10', '-i', 'source.mp4', '-c:a', 'copy', '-s', '160x90'],
    ...['-c:v', 'libx264', '-preset', 'ultrafast', '-g', '60', 'small.mp4'],
  );
  const copied = (from = 'source.mp4') => ['-i', from, '-c', 'copy'];
  const hls = (name: string, ...more: string[]) =>
    // As any ffmpeg cuts it.
    makeBy(packaged.path, [
      ...[...more, '-f', 'hls', '-hls_time', String(SEGMENT_SECONDS), '-hls_playlist_type', 'vod'],
      `${name}.m3u8`,
    ]);
  hls('ts', ...copied());
  hls('low', ...copied('small.mp4'));
  if (isFullBreadth) {
    const fmp4 = [...copied(), '-hls_segment_type', 'fmp4'];
    hls('fmp4', ...fmp4, '-hls_fmp4_init_filename', 'fmp4-init.mp4');
    hls('onefile', ...fmp4, '-hls_flags', 'single_file');
  }
  hls('ranges', ...copied(), '-hls_flags', 'single_file');
  await writeFile(join(folder, 'enc.key'), 'k'.repeat(16));
  await writeFile(join(folder, 'enc.info'), `enc.key\n${join(folder, 'enc.key')}\n`);
  hls('locked', ...copied(), '-hls_key_info_file', 'enc.info');
  hls('picture', ...copied(), '-an');
  hls('sound', ...copied(), '-vn');
  const dash = (name: string, ...more: string[]) =>
    make(
      ...[...copied(), '-f', 'dash', '-seg_duration', String(SEGMENT_SECONDS)],
      ...['-init_seg_name', `${name}-$RepresentationID$-init.m4s`],
      ...['-media_seg_name', `${name}-$RepresentationID$-$Number%05d$.m4s`, ...more],
      `${name}.mpd`,
    );
  dash('number', '-use_timeline', '0');
  if (isFullBreadth) dash('list', '-use_template', '0');
  dash('time', '-media_seg_name', 'time-$RepresentationID$-$Time$.m4s');
  // ffmpeg's names count sound from before the beginning; its manifest does not.
  await rename(join(folder, 'time-1--1024.m4s'), join(folder, 'time-1-0.m4s'));
  for (const track of ['v', 'a']) {
    const flags = 'empty_moov+frag_keyframe+default_base_moof+global_sidx';
    const cut = track === 'a' ? ['-frag_duration', '2000000'] : [];
    make(...copied(), '-map', `0:${track}`, '-movflags', flags, ...cut, `base-${track}.mp4`);
  }
  const written = (name: string, text: string) => writeFile(join(folder, name), text);
  await written(
    'master.m3u8',
    '#EXTM3U\n' +
      '#EXT-X-STREAM-INF:BANDWIDTH=100000,RESOLUTION=160x90,AUDIO="a"\nlow.m3u8\n' +
      '#EXT-X-STREAM-INF:BANDWIDTH=300000,RESOLUTION=320x180,AUDIO="a"\npicture.m3u8\n' +
      '#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="de",URI="low.m3u8"\n' +
      '#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="en",DEFAULT=YES,URI="sound.m3u8"\n',
  );
  const representation = async (kind: string, codecs: string, more: string) => {
    const file = await readFile(join(folder, `base-${kind.charAt(0)}.mp4`));
    const at = file.indexOf('sidx') - 4;
    const index = `${at}-${at + file.readUInt32BE(at) - 1}`;
    return (
      `<AdaptationSet mimeType="${kind}/mp4"><Representation id="${kind}" codecs="${codecs}" ${more} bandwidth="9">` +
      `<BaseURL>base-${kind.charAt(0)}.mp4</BaseURL>` +
      `<SegmentBase indexRange="${index}"><Initialization range="0-${at - 1}"/></SegmentBase>` +
      '</Representation></AdaptationSet>'
    );
  };
  const video = await representation('video', 'avc1.4d400d', 'width="320" height="180"');
  const audio = await representation('audio', 'mp4a.40.2', 'audioSamplingRate="44100"');
  await written(
    'base.mpd',
    '<?xml version="1.0"?><MPD xmlns="urn:mpeg:dash:schema:mpd:2011" type="static" ' +
      `mediaPresentationDuration="PT1M0S"><Period>${video}${audio}</Period></MPD>`,
  );
  const plain = (await readFile(join(folder, 'base.mpd'), 'utf8')).replaceAll(
    /<SegmentBase.*?<.SegmentBase>/g,
    '',
  );
  await written('unsaid.mpd', plain);
  const numbered = await readFile(join(folder, 'number.mpd'), 'utf8');
  await written('lying.mpd', numbered.replaceAll('duration="2002000"', 'duration="2050000"'));
}
