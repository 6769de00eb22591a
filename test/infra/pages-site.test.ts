import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { App, Stack } from 'aws-cdk-lib';
import { Match, Template } from 'aws-cdk-lib/assertions';
import { Distribution } from 'aws-cdk-lib/aws-cloudfront';
import { AwsSolutionsChecks } from 'cdk-nag';
import { ASKED_WITH_GET } from '../../layers/http/unrouted.ts';
import { PagesSite } from '../../lib/constructs/pages-site.ts';
import { bundleWeb } from '../../web/bundle.ts';
import { documentHeaders } from '../../web/headers.ts';
import { resources } from './resources.ts';

const OUT = mkdtempSync(join(tmpdir(), 'cdk-out-'));
afterAll(() => rmSync(OUT, { recursive: true }));

const STORAGE = ['https://files.example'];
// Unlike the functions of the whole app, the pages are bundled here as for a deployment.
const app = new App({ outdir: OUT });
const stack = new Stack(app, 'Pages');
const { behaviors } = new PagesSite(stack, 'Site', { storage: STORAGE });
const { '/app/*': defaultBehavior, ...additionalBehaviors } = behaviors;
if (!defaultBehavior) throw new Error('nothing answers under /app/');
new Distribution(stack, 'Edge', { defaultBehavior, additionalBehaviors });
app.synth();
const template = Template.fromStack(stack);

test('a deployment holds the files that the local service answers with', async () => {
  const folder = readdirSync(OUT).find((name) => existsSync(join(OUT, name, 'u/index.html')));
  const read = (path: string) => readFileSync(join(OUT, folder ?? '', path));
  const { files, dashboard, ticket } = await bundleWeb();
  expect(read('app/index.html')).toEqual(dashboard.body);
  expect(read('u/index.html')).toEqual(ticket.body);
  for (const [path, { body }] of files) expect(read(path)).toEqual(Buffer.from(body));
  expect(readdirSync(join(OUT, folder ?? '', 'app/assets'))).toHaveLength(files.size);
});

test('assets come before the documents that name them, and stay when others follow', () => {
  const shared = { Prune: false, RetainOnDelete: false };
  template.hasResourceProperties('Custom::CDKBucketDeployment', {
    ...shared,
    Exclude: ['*/index.html'],
    SystemMetadata: { 'cache-control': 'public, max-age=31536000, immutable' },
  });
  template.hasResource('Custom::CDKBucketDeployment', {
    Properties: {
      ...shared,
      Exclude: ['*'],
      Include: ['*/index.html'],
      SystemMetadata: { 'cache-control': 'no-store' },
    },
    DependsOn: Match.arrayWith([Match.stringLikeRegexp('Assets.*CustomResource')]),
  });
});

test('the bucket is private, and read by the distribution alone', () => {
  template.hasResourceProperties('AWS::S3::Bucket', {
    PublicAccessBlockConfiguration: {
      BlockPublicAcls: true,
      BlockPublicPolicy: true,
      IgnorePublicAcls: true,
      RestrictPublicBuckets: true,
    },
  });
  const [policy] = resources<{
    readonly PolicyDocument: { readonly Statement: readonly { readonly Effect: string }[] };
  }>(template, 'AWS::S3::BucketPolicy');
  const allowed = policy?.properties.PolicyDocument.Statement.filter(
    ({ Effect }) => Effect === 'Allow',
  );
  expect(allowed).toMatchObject([
    {
      Principal: { Service: 'cloudfront.amazonaws.com' },
      Condition: { StringEquals: { 'AWS:SourceArn': expect.anything() } },
    },
  ]);
});

test('a document has the same headers as from the local service', () => {
  const headers = documentHeaders(STORAGE);
  expect(headers).toEqual({
    'cache-control': 'no-store',
    'content-security-policy': expect.stringMatching(
      /script-src 'self';.*https:\/\/files\.example/,
    ),
    'referrer-policy': 'no-referrer',
    'strict-transport-security': 'max-age=63072000; includeSubDomains',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
  });
  template.hasResourceProperties('AWS::CloudFront::ResponseHeadersPolicy', {
    ResponseHeadersPolicyConfig: {
      SecurityHeadersConfig: {
        ContentSecurityPolicy: { ContentSecurityPolicy: headers['content-security-policy'] },
        ContentTypeOptions: { Override: true },
        FrameOptions: { FrameOption: 'DENY' },
        ReferrerPolicy: { ReferrerPolicy: 'no-referrer' },
        StrictTransportSecurity: { AccessControlMaxAgeSec: 63_072_000, IncludeSubdomains: true },
      },
    },
  });
});

/** What the function before the documents makes of a request. */
function atTheEdge(request: object): unknown {
  const [found] = resources<{ readonly FunctionCode: string }>(
    template,
    'AWS::CloudFront::Function',
  );
  return runInNewContext(`${found?.properties.FunctionCode};handler({ request })`, { request });
}

test.each([
  ['/app', '/app/index.html'],
  ['/app/videos/vid_1', '/app/index.html'],
  ['/u/tkt_1', '/u/index.html'],
])('the address %s is answered with %s', (asked, document) => {
  expect(atTheEdge({ method: 'GET', uri: asked })).toEqual({ method: 'GET', uri: document });
});

test('a page that is asked for by another method is refused as from the local service', () => {
  expect(atTheEdge({ method: 'POST', uri: '/app' })).toMatchObject({
    statusCode: 405,
    headers: {
      allow: { value: 'GET, HEAD' },
      'content-type': { value: expect.stringContaining('json') },
    },
    body: { data: JSON.stringify({ error: ASKED_WITH_GET }) },
  });
});

test('the pages break no rule of AwsSolutions', () => {
  const { violations } = new AwsSolutionsChecks(app).validateScope(app);
  const ours = violations.filter(({ violatingResources }) =>
    violatingResources.some(({ constructPath }) => !constructPath?.startsWith('Pages/Edge/')),
  );
  expect(ours).toEqual([]);
});
