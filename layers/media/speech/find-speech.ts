import type { SpeechFinder } from '../../app/ports/transcript/speech.ts';
import type { VoiceDetector } from '../../app/ports/transcript/voice-detector.ts';
import { NO_DAMAGE } from '../../domain/sources/damage.ts';
import { canSeek, type Probe, soundOrigin } from '../../domain/sources/probe.ts';
import { overMemory, overPause, undecodableSound } from '../../domain/sources/undecodable.ts';
import type { Window } from '../../domain/window.ts';
import type { Binaries } from '../ffmpeg/binaries.ts';
import { guards, inputName, packetsByIndex } from '../ffmpeg/input.ts';
import { MAX_RESIDENT_BYTES, startTool, type Tool } from '../ffmpeg/process.ts';
import { faultIn, TELLING_DECODE } from '../read/faults.ts';
import { SOUND_RATE } from '../read/recording.ts';
import { longPause, SoundClock, soundDamage, soundTwice } from '../read/sound-clock.ts';
import { SoundOfGraphs, soundGraph } from '../read/sound-graph.ts';
import { type HeardSound, soundToHear, undecodedSound } from '../read/sound-mix.ts';
import { judgeSpeech } from './judge-speech.ts';

/** Sound packets need hardly any run-up; containers without an index are searched coarsely. */
const SEEK_MARGIN_SECONDS = 3;

/** The exit code of an ffmpeg that could decode less than a third of what it was given. */
const MOSTLY_DAMAGED = 69;

/**
 * Finds speech in the sound that a player plays.
 * @param detector undefined where none runs: whatever is heard is then held to be a voice
 */
export const ffmpegSpeech = (
  binaries: Binaries,
  detector: VoiceDetector | undefined,
): SpeechFinder => ({
  judge: (sound, [start]) => judgeSpeech(sound, start, detector),
  async *find(input, probe, window, signal) {
    const sound = soundToHear(probe);
    if (!sound) {
      const speech = { is_speech: false, confidence: 1, reason: 'There is no sound.' };
      return { speech, damage: NO_DAMAGE };
    }
    if ('why' in sound) throw undecodableSound(sound.why);
    const args = soundArgs(binaries, input, sound, probe, window);
    const tool = startTool(binaries.ffmpeg, args, { pipes: 2, signal, proxy: binaries.proxy });
    const clock = new SoundClock();
    const graphs = new SoundOfGraphs();
    const messages = follow(tool, clock, probe.picture?.index);
    // What it ends with is told at the end of the sound.
    messages.catch(() => undefined);
    let heard = 0;
    const counted = async function* () {
      for await (const samples of samplesOf(graphs.of(tool.pipe(1)))) {
        heard += samples.length;
        yield samples;
      }
    };
    try {
      const speech = yield* judgeSpeech(counted(), window[0], detector);
      const [, { code, killedForMemory }] = await Promise.all([messages, tool.ended]);
      signal.throwIfAborted();
      const origin = soundOrigin(probe);
      const log = clock.log(graphs.ends.map((second) => origin + window[0] + second));
      if (killedForMemory) {
        const pause = longPause(log, window, origin);
        if (pause) throw overPause(MAX_RESIDENT_BYTES, pause);
        throw overMemory(MAX_RESIDENT_BYTES, 'its sound', 'Send it with AAC sound in mp4.');
      }
      // Sound that is counted has no pause: each jump is of packets that are lost.
      const lost = probe.byIndex ? [window] : (probe.missing ?? []);
      const damage = soundDamage(log, {
        window,
        origin,
        duration: probe.duration,
        heard: heard / SOUND_RATE,
        lost,
      });
      if (heard === 0 && code !== null && code !== 0 && code !== MOSTLY_DAMAGED) {
        // There is no decoder, or no filter that takes what it gives.
        throw undecodableSound(undecodedSound(probe));
      }
      if (heard === 0 && damage.silent.length > 0) throw undecodableSound();
      // That the clock begins again is told of the whole file.
      const heardTwice = probe.restarts ? [] : soundTwice(log, window, origin);
      return { speech, damage: { ...damage, ...(heardTwice.length > 0 && { heardTwice }) } };
    } finally {
      tool.kill();
    }
  },
});

async function follow(tool: Tool, clock: SoundClock, picture: number | undefined): Promise<void> {
  for await (const line of tool.messages()) clock.line(line, faultIn(line, picture));
}

function soundArgs(
  binaries: Binaries,
  input: string,
  sound: HeardSound,
  probe: Probe,
  window: Window,
): string[] {
  const seek = canSeek(probe) ? window[0] - SEEK_MARGIN_SECONDS : 0;
  return [
    ...TELLING_DECODE,
    ...guards(input, binaries),
    ...packetsByIndex(probe),
    ...(seek > 0
      ? ['-seek_timestamp', '1', '-noaccurate_seek', '-ss', (soundOrigin(probe) + seek).toFixed(6)]
      : []),
    '-i',
    inputName(input, binaries),
    '-filter_complex',
    soundGraph(probe, window, sound),
    '-map',
    '[sound]',
    '-f',
    's16le',
    'pipe:1',
  ];
}

/** Samples out of a pipe whose chunks may end in the middle of one. */
async function* samplesOf(pipe: AsyncIterable<Buffer>): AsyncGenerator<Int16Array, void> {
  let odd = Buffer.alloc(0);
  for await (const chunk of pipe) {
    const bytes = odd.length > 0 ? Buffer.concat([odd, chunk]) : chunk;
    const count = Math.floor(bytes.length / 2);
    const samples = new Int16Array(count);
    for (let i = 0; i < count; i++) samples[i] = bytes.readInt16LE(2 * i);
    odd = Buffer.from(bytes.subarray(2 * count));
    if (count > 0) yield samples;
  }
}
