import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { WORKERS } from '../../functions/workers/workers.ts';
import { enterEnvironment, environmentOf } from '../../lib/environment.ts';
import { DECODE, MERGING, SOUND } from '../../lib/function-sizes.ts';
import type { ServiceStack } from '../../lib/stacks/service-stack.ts';
import { addVideoReader } from '../../lib/stacks/video-reader.ts';
import { resources } from './resources.ts';
import { ROOT } from './root.ts';

const { context } = JSON.parse(readFileSync(join(ROOT, 'cdk.json'), 'utf8'));
/** Templates alone are looked at here. */
const BARE = { 'aws:cdk:bundling-stacks': [], 'aws:cdk:disable-asset-staging': true };
const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true });
});

/** An environment as `cdk synth` makes it, without bundles. */
function synthesised(more: Readonly<Record<string, unknown>>) {
  const outdir = mkdtempSync(join(tmpdir(), 'cdk-out-'));
  folders.push(outdir);
  const app = new App({ outdir, context: { ...context, ...BARE, ...more } });
  const { state, service } = addVideoReader(app);
  app.synth();
  return { outdir, state, service };
}

const appWith = (more: Readonly<Record<string, unknown>>) => new App({ context: more });

/** Production, with the proxy and the cookies of links, which shifts no calls gradually. */
const outward = synthesised({
  shift: 'atOnce',
  linkProxy: 'our-proxy',
  linkProxyHosts: 'youtube.com,googlevideo.com',
  linkCookies: 'our-cookies',
  ytDlpVersion: '2026.11.20',
  ytDlpSha256: 'a'.repeat(64),
});

const DEV = { environment: 'dev', accountConcurrency: '1000' };
const dev = synthesised(DEV);

test('a second synthesis says the same, byte for byte, so a deployment of it changes nothing', () => {
  const again = synthesised(DEV);
  const said = (folder: string) =>
    Object.fromEntries(
      readdirSync(folder)
        .filter((name) => /(template|assets)\.json$/.test(name))
        .map((name) => [name, readFileSync(join(folder, name), 'utf8')]),
    );
  expect(Object.keys(said(dev.outdir)).length).toBeGreaterThan(5);
  expect(said(again.outdir)).toEqual(said(dev.outdir));
});

test('an environment that is not prod has names of its own, and goes with its stacks', () => {
  expect([dev.state.stackName, dev.service.stackName]).toEqual([
    'VideoReader-dev-State',
    'VideoReader-dev-Service',
  ]);
  const state = Template.fromStack(dev.state);
  state.allResources('AWS::DynamoDB::Table', {
    DeletionPolicy: 'Delete',
    Properties: { DeletionProtectionEnabled: false },
  });
  state.allResources('AWS::S3::Bucket', { DeletionPolicy: 'Delete' });
  expect(dev.state.terminationProtection).toBe(false);
});

test('it tells nobody, forgets its logs in a week, and decodes on fewer cores', () => {
  const { work, calls, gateway } = dev.service;
  const all = [work, calls, gateway].map((stack) => Template.fromStack(stack));
  expect(resources(all, 'AWS::CloudWatch::Alarm')).toEqual([]);
  for (const { properties } of resources<{ RetentionInDays: number }>(all, 'AWS::Logs::LogGroup')) {
    expect(properties.RetentionInDays).toBe(7);
  }
  const images = resources<{ PackageType?: string; MemorySize: number; Timeout: number }>(
    all,
    'AWS::Lambda::Function',
  ).filter(({ properties }) => properties.PackageType === 'Image' && properties.Timeout === 900);
  const sizes = new Set(images.map(({ properties }) => properties.MemorySize));
  expect(sizes).toEqual(new Set([DECODE.memoryMb, SOUND.memoryMb, MERGING.memoryMb, 3008]));
});

test('it shifts no calls gradually, and neither does production where the context says so', () => {
  const groups = (service: ServiceStack) =>
    resources(Template.fromStack(service.calls), 'AWS::CodeDeploy::DeploymentGroup');
  expect(groups(dev.service)).toEqual([]);
  expect(groups(outward.service)).toEqual([]);
  expect(resources(Template.fromStack(dev.service.calls), 'AWS::Lambda::Alias')).not.toEqual([]);
});

test('links go out by the proxy and with the cookies that the context names, known to the workers of jobs alone', () => {
  const { service } = outward;
  const all = [service.work, service.calls].map((stack) => Template.fromStack(stack));
  const told = resources<{ Environment?: { Variables: Readonly<Record<string, unknown>> } }>(
    all,
    'AWS::Lambda::Function',
  ).filter(({ properties }) => 'LINK_PROXY' in (properties.Environment?.Variables ?? {}));
  expect(told.map(({ id }) => id.replace(/Function.*/, ''))).toEqual(['Workerread', 'Workermerge']);
  const variables = told[0]?.properties.Environment?.Variables;
  expect(variables?.['LINK_PROXY_HOSTS']).toBe('youtube.com,googlevideo.com');
  expect(JSON.stringify(variables?.['LINK_PROXY'])).toContain(':secret:our-proxy');
  const rights = JSON.stringify(resources(all, 'AWS::IAM::Policy'));
  expect(rights).toContain(':secret:our-proxy-??????');
  expect(rights).toContain(':secret:our-cookies-??????');
});

test('a release of yt-dlp without its sum is refused in words', () => {
  const app = appWith({ ...context, ytDlpVersion: '2026.11.20', 'aws:cdk:bundling-stacks': [] });
  expect(() => addVideoReader(app)).toThrow(/ytDlpSha256/);
});

test('with a quota that is known, workers have what they work on at once for themselves', () => {
  const work = Template.fromStack(dev.service.work);
  const sources = resources<{
    FunctionName: unknown;
    ScalingConfig: { MaximumConcurrency: number };
  }>(work, 'AWS::Lambda::EventSourceMapping');
  const functions = resources<{ ReservedConcurrentExecutions?: number }>(
    work,
    'AWS::Lambda::Function',
  );
  expect(sources).toHaveLength(WORKERS.length);
  for (const { properties } of sources) {
    const [, invoked = ''] =
      /"Ref":"(.*?)Aliaslive/.exec(JSON.stringify(properties.FunctionName)) ?? [];
    const made = functions.find(({ id }) => id.startsWith(invoked))?.properties;
    expect(made?.ReservedConcurrentExecutions).toBe(properties.ScalingConfig.MaximumConcurrency);
    expect(properties.ScalingConfig.MaximumConcurrency).toBeLessThanOrEqual(5);
  }
});

test('a quota that the workers do not fit into is refused in words', () => {
  expect(() => addVideoReader(appWith({ ...context, accountConcurrency: '150' }))).toThrow(
    /ask for a quota of \d+/,
  );
});

test.each(['Dev', 'a-b', '', 'x'.repeat(17)])('the environment %j is refused in words', (name) => {
  expect(() => environmentOf(appWith({ environment: name }))).toThrow(/it takes prod, or a name/);
});

test('what the context says of one environment is its own, unless the command line says else', () => {
  const environments = { dev: { mailSender: 'dev@example.com', domainName: 'dev.example' } };
  const app = appWith({ environments, environment: 'dev', domainName: 'other.example' });
  enterEnvironment(app);
  const said = ['mailSender', 'domainName'].map((name) => app.node.tryGetContext(name));
  expect(said).toEqual(['dev@example.com', 'other.example']);
  const prod = appWith({ environments });
  enterEnvironment(prod);
  expect(prod.node.tryGetContext('mailSender')).toBeUndefined();
});
