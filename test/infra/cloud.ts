import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { addVideoReader } from '../../lib/stacks/video-reader.ts';

export const ROOT = join(import.meta.dirname, '../..');

const { context } = JSON.parse(readFileSync(join(ROOT, 'cdk.json'), 'utf8'));

/** Where the app is synthesised to. */
export const OUT = mkdtempSync(join(tmpdir(), 'cdk-out-'));
afterAll(() => rmSync(OUT, { recursive: true }));

/** The app as `cdk synth` makes it, but without bundling its functions. */
export const app = new App({
  outdir: OUT,
  context: {
    ...context,
    'aws:cdk:bundling-stacks': [],
    mailSender: 'sign-in@mail.video-reader.example',
  },
});
const stacks = addVideoReader(app);

export const state = Template.fromStack(stacks.state);
const service = Template.fromStack(stacks.service);
export const work = Template.fromStack(stacks.service.work);
export const calls = Template.fromStack(stacks.service.calls);
export const gateway = Template.fromStack(stacks.service.gateway);
export const overview = Template.fromStack(stacks.service.overview);
/** Every template there is. */
export const templates: readonly Template[] = [state, service, work, calls, gateway, overview];
