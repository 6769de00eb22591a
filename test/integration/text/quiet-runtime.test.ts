import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const READER = new URL('../../../layers/adapters/onnx/text/paddle-reader.ts', import.meta.url);
const DETECTOR = new URL(
  '../../../layers/adapters/onnx/voices/silero-detector.ts',
  import.meta.url,
);

const USES = {
  reader: `
    const { paddleReader } = await import('${READER}');
    const picture = { width: 64, height: 64, planes: new Uint8Array(64 * 96).fill(128) };
    await paddleReader().read(picture, new AbortController().signal);`,
  detector: `
    const { sileroDetector } = await import('${DETECTOR}');
    await sileroDetector().listen().hear(new Int16Array(512));`,
};

// Its reports go out under an id that it keeps at home, and wait in files until they are sent.
test.each(Object.entries(USES))(
  'what runs the networks of the %s reports to nobody',
  async (_, use) => {
    const home = await mkdtemp(join(tmpdir(), 'home-'));
    try {
      // Without `CI`, under which the runtime would be silent by itself.
      const env = { HOME: home, TMPDIR: home };
      await promisify(execFile)(process.execPath, ['-e', use], { env });
      expect(await readdir(home, { recursive: true })).toEqual([]);
    } finally {
      await rm(home, { recursive: true });
    }
  },
);
