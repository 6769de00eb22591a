import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Template } from 'aws-cdk-lib/assertions';
import { madeOnce } from '../support/made-once.ts';

/** Where the app is synthesised to, once for all suites. */
export const OUT = await madeOnce('cloud', async (folder) => {
  const { newApp } = await import('./app.ts');
  newApp(folder).synth();
});

const files = readdirSync(OUT);

/** The template of a stack; a nested one's file has a hash in its name. */
function templateOf(stack: string): Template {
  const name = new RegExp(`^VideoReader${stack}([0-9A-F]{8}\\.nested)?\\.template\\.json$`);
  const file = files.find((one) => name.test(one));
  if (file === undefined) throw new Error(`nothing was synthesised for ${stack}`);
  return Template.fromJSON(JSON.parse(readFileSync(join(OUT, file), 'utf8')));
}

export const state = templateOf('State');
export const service = templateOf('Service');
export const work = templateOf('ServiceWork');
export const calls = templateOf('ServiceCalls');
export const gateway = templateOf('ServiceGateway');
export const overview = templateOf('ServiceOverview');
/** Every template there is. */
export const templates: readonly Template[] = [state, service, work, calls, gateway, overview];
