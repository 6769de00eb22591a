import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import { addVideoReader } from '../../lib/stacks/video-reader.ts';
import { ROOT } from './root.ts';

const { context } = JSON.parse(readFileSync(join(ROOT, 'cdk.json'), 'utf8'));

/** The app as `cdk synth` makes it, but without bundling its functions. */
export function newApp(outdir: string): App {
  const app = new App({
    outdir,
    context: {
      ...context,
      'aws:cdk:bundling-stacks': [],
      mailSender: 'sign-in@mail.video-reader.example',
    },
  });
  addVideoReader(app);
  return app;
}
