import { constants } from 'node:fs';
import { access, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type ImageFolder, layImage } from './image-folder.ts';
import { type Synthesized, synthesized } from './synthesized.ts';

/** What mails of the deployed service come from. */
export const SENDER = 'sign-in@mail.video-reader.example';

/** Where a program lies that is on the PATH; undefined when there is none. */
export async function programOnPath(name: string): Promise<string | undefined> {
  for (const folder of (process.env['PATH'] ?? '').split(':')) {
    const path = join(folder, name);
    const found = await access(path, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (found) return path;
  }
  return undefined;
}

async function programHere(name: string): Promise<string> {
  const path = await programOnPath(name);
  if (path === undefined) throw new Error(`there is no ${name} on this machine`);
  return path;
}

/** The app as it would be deployed: its templates and bundles, and the files of its image. */
export async function deployment(
  dir: string,
): Promise<{ readonly cloud: Synthesized; readonly image: ImageFolder }> {
  const out = join(dir, 'cdk.out');
  const cloud = await synthesized(out, { mailSender: SENDER });
  const image = await layImage({
    ...(await imageContext(out)),
    folder: join(dir, 'image'),
    programs: {
      '/opt/ffmpeg/bin/ffmpeg': await programHere('ffmpeg'),
      '/opt/ffmpeg/bin/ffprobe': await programHere('ffprobe'),
      '/opt/yt-dlp/yt-dlp_linux': await programHere('yt-dlp'),
    },
  });
  return { cloud, image };
}

/** The image's instructions as the deployment sends them, with their arguments. */
async function imageContext(out: string): Promise<{
  readonly context: string;
  readonly buildArgs: Readonly<Record<string, string>>;
}> {
  const { artifacts } = JSON.parse(await readFile(join(out, 'manifest.json'), 'utf8'));
  for (const name of Object.keys(artifacts).filter((one) => one.endsWith('.assets'))) {
    const { dockerImages } = JSON.parse(await readFile(join(out, `${name}.json`), 'utf8'));
    for (const { source } of Object.values<{ source: Record<string, never> }>(dockerImages ?? {})) {
      const { directory = '', dockerBuildArgs = {} } = source;
      return { context: join(out, directory), buildArgs: dockerBuildArgs };
    }
  }
  throw new Error('the deployment builds no image');
}
