import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { findBinaries } from '../../../layers/media/ffmpeg/binaries.ts';
import { isElf, withoutLibraries } from './shared-library.ts';

const run = promisify(execFile);

/** What ffmpeg is linked to and no test uses, by the names of the libraries without `lib`. */
const LEFT_OUT = new Set(
  [
    // Screens, cameras, sound cards and drives.
    'raw1394 avc1394 rom1394 iec61883 dc1394 cdio_paranoia cdio_cdda jack openal asound pulse',
    'xcb xcb-shm xcb-shape xcb-xfixes X11 Xext Xv GL SDL2-2.0 caca',
    // Graphics processors.
    'va va-drm va-x11 vdpau drm mfx OpenCL placebo',
    // Filters, of which voices are run whole.
    'flite flite_cmu_us_awb flite_cmu_us_kal flite_cmu_us_kal16 flite_cmu_us_rms flite_cmu_us_slt',
    'pocketsphinx sphinxbase bs2b lilv-0 rubberband mysofa vidstab zmq ass',
    // Protocols, formats and codecs.
    'bluray rabbitmq rist srt-gnutls ssh-gcrypt chromaprint codec2 rav1e jxl jxl_threads',
    'theoraenc theoradec rsvg-2 cairo glib-2.0 gobject-2.0',
  ].flatMap((line) => line.split(' ')),
);
const isLeftOut = (library: string) => LEFT_OUT.has(library.replace(/^lib(.*)\.so.*$/, '$1'));
const isOfFfmpeg = (library: string) =>
  /^lib(av(codec|device|filter|format|util)|sw|postproc)/.test(library);

/**
 * Makes the ffmpeg and ffprobe that are on PATH anew, without the libraries that no test uses:
 * Debian's are linked to two hundred, which takes 70 ms of CPU at each start, and then takes 15.
 * The code of FFmpeg and of all codecs that are tried is the same, byte for byte.
 * @param folder what is made stays in there
 * @returns the folder to look for them in first; undefined where those on PATH are not linked so
 */
export async function leanDecoder(folder: string): Promise<string | undefined> {
  const { ffmpeg, ffprobe } = await findBinaries({});
  const libraries = isElf(await readFile(ffmpeg)) ? await linkedTo(ffmpeg) : [];
  if (libraries.length === 0) return undefined;
  const [bin, lib] = [join(folder, 'bin'), join(folder, 'lib')];
  await Promise.all([mkdir(bin, { recursive: true }), mkdir(lib, { recursive: true })]);
  try {
    for (const path of libraries.filter((each) => isOfFfmpeg(basename(each)))) {
      await writeFile(join(lib, basename(path)), withoutLibraries(await readFile(path), isLeftOut));
    }
    for (const [tool, whole] of Object.entries({ ffmpeg, ffprobe })) {
      await writeFile(join(bin, tool), scriptOf(whole, lib), { mode: 0o755 });
    }
    await tryOut(bin);
  } catch (error) {
    process.stderr.write(`Tests run ${ffmpeg} as it is, which is slower: ${error}\n`);
    return undefined;
  }
  return bin;
}

/** Paths of the libraries that a program is linked to; none where it is linked to none. */
async function linkedTo(program: string): Promise<string[]> {
  const { stdout } = await run('ldd', [program]).catch(() => ({ stdout: '' }));
  return [...stdout.matchAll(/=> (\/\S+)/g)].map(([, path = '']) => path);
}

const scriptOf = (whole: string, lib: string) => `#!/bin/sh
case "$*" in *flite=*) exec '${whole}' "$@" ;; esac
LD_LIBRARY_PATH='${lib}' exec '${whole}' "$@"
`;

/** Throws where the decoder cannot make a small clip, or read it. */
async function tryOut(bin: string): Promise<void> {
  const clip = join(bin, 'clip.mkv');
  const source = ['-f', 'lavfi', '-i', 'testsrc2=s=64x64:d=0.1', '-c:v', 'libx264'];
  await run(join(bin, 'ffmpeg'), ['-nostdin', '-v', 'error', ...source, clip]);
  const { stdout } = await run(join(bin, 'ffprobe'), ['-v', 'error', '-show_streams', clip]);
  if (!stdout.includes('codec_name=h264')) throw new Error('it does not read what it has made');
}
