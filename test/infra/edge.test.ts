import { App, Stack } from 'aws-cdk-lib';
import { Match, Template } from 'aws-cdk-lib/assertions';
import { ROUTES } from '../../functions/api/routes.ts';
import { s3Artifacts } from '../../layers/adapters/s3/artifacts.ts';
import { objectClient } from '../../layers/adapters/s3/client.ts';
import { Edge } from '../../lib/constructs/edge.ts';
import { OriginSecret } from '../../lib/constructs/origin-secret.ts';
import { calls, gateway, templates } from './cloud.ts';
import { resources } from './resources.ts';

interface Associated {
  readonly FunctionAssociations: readonly { readonly EventType: string }[];
}
interface Distribution {
  readonly DistributionConfig: {
    readonly Origins: readonly {
      readonly Id: string;
      readonly OriginPath?: string;
      readonly CustomOriginConfig?: { readonly OriginReadTimeout: number };
    }[];
    readonly DefaultCacheBehavior: Associated;
    readonly CacheBehaviors: readonly (Associated & {
      readonly PathPattern: string;
      readonly TargetOriginId: string;
      readonly CachePolicyId: unknown;
    })[];
    readonly CustomErrorResponses: readonly {
      readonly ErrorCode: number;
      readonly ErrorCachingMinTTL: number;
    }[];
  };
}
interface DocumentHeaders {
  readonly ResponseHeadersPolicyConfig: {
    readonly SecurityHeadersConfig: {
      readonly ContentSecurityPolicy?: {
        readonly ContentSecurityPolicy: {
          readonly 'Fn::Join': readonly [string, readonly (string | object)[]];
        };
      };
    };
  };
}
interface WebAcl {
  readonly Scope: string;
  readonly CustomResponseBodies: Readonly<Record<string, { readonly Content: string }>>;
  readonly Rules: readonly {
    readonly Name: string;
    readonly Priority: number;
    readonly Statement: {
      readonly RateBasedStatement?: {
        readonly Limit: number;
        readonly AggregateKeyType: string;
        readonly ForwardedIPConfig: { readonly HeaderName: string };
        readonly ScopeDownStatement?: object;
      };
    };
    readonly Action?: {
      readonly Block: {
        readonly CustomResponse: {
          readonly ResponseCode: number;
          readonly CustomResponseBodyKey: string;
        };
      };
    };
  }[];
}

/** A part of a text, with what CloudFormation puts in for a reference in it. */
function named(part: string | object): string {
  if (typeof part === 'string') return part;
  const reference = JSON.stringify(part);
  if (reference.includes('AWS::Region')) return 'eu-central-1';
  if (reference.includes('AWS::URLSuffix')) return 'amazonaws.com';
  return /RegionalDomainName/.test(reference)
    ? 'the-bucket.s3.eu-central-1.amazonaws.com'
    : 'the-bucket';
}

const [distribution] = resources<Distribution>(gateway, 'AWS::CloudFront::Distribution');
const config = distribution?.properties.DistributionConfig;
const [acl] = resources<WebAcl>(gateway, 'AWS::WAFv2::WebACL');
const rules = acl?.properties.Rules ?? [];

test('the address that functions hand out is the edge, and no stage is in it', () => {
  gateway.hasResourceProperties('AWS::ApiGateway::Stage', {
    Variables: {
      PUBLIC_URL: {
        'Fn::Join': ['', ['https://', { 'Fn::GetAtt': [distribution?.id, 'DomainName'] }]],
      },
      VIEWER_HEADER: 'x-viewer-address',
      EDGE_CARRIES: 'yes',
    },
  });
  const api = config?.Origins.find(({ CustomOriginConfig }) => CustomOriginConfig !== undefined);
  expect(api?.OriginPath).toBe('/live');
});

test('pages may show and send what the addresses of the store lead to', async () => {
  process.env['AWS_REGION'] = 'eu-central-1';
  const credentials = { accessKeyId: 'of a function', secretAccessKey: 'secret' };
  const sheet = await s3Artifacts(objectClient({ credentials }), 'the-bucket').signedUrl('key', 60);
  const policies = resources<DocumentHeaders>(gateway, 'AWS::CloudFront::ResponseHeadersPolicy');
  const [rules = ''] = policies.flatMap(({ properties }) => {
    const headers = properties.ResponseHeadersPolicyConfig.SecurityHeadersConfig;
    const said = headers.ContentSecurityPolicy?.ContentSecurityPolicy['Fn::Join'][1] ?? [];
    return said.length === 0 ? [] : [said.map(named).join('')];
  });
  const [, shown] = /img-src 'self' data: (\S+);/.exec(rules) ?? [];
  const [, sent] = /connect-src 'self' (\S+);/.exec(rules) ?? [];
  for (const allowed of [shown, sent]) {
    expect(sheet.slice(0, allowed?.length)).toBe(allowed);
    // By its end a path is told to be a folder.
    expect(allowed).toMatch(/\/$/);
  }
});

test('every call is seen by the edge first, and every answer last', () => {
  const { DefaultCacheBehavior, CacheBehaviors } = config ?? {};
  const health = CacheBehaviors?.find(({ PathPattern }) => PathPattern === '/healthz');
  for (const behavior of [DefaultCacheBehavior, health]) {
    expect(behavior?.FunctionAssociations.map(({ EventType }) => EventType)).toEqual([
      'viewer-request',
      'viewer-response',
    ]);
  }
});

test('a call that waits is answered before the edge gives it up', () => {
  const [silent = 0] = (config?.Origins ?? []).flatMap(
    ({ CustomOriginConfig }) => CustomOriginConfig?.OriginReadTimeout ?? [],
  );
  const waiting = resources<{
    readonly Environment?: { readonly Variables: Readonly<Record<string, string>> };
  }>(calls, 'AWS::Lambda::Function').flatMap(
    ({ properties }) => properties.Environment?.Variables['SYNC_WAIT_SECONDS'] ?? [],
  );
  expect(waiting.length).toBeGreaterThanOrEqual(ROUTES.filter(({ long }) => long).length);
  for (const seconds of waiting) {
    expect(Number(seconds)).toBeGreaterThan(0);
    expect(Number(seconds)).toBeLessThanOrEqual(silent - 15);
  }
});

test('nothing that one caller is answered is kept for another, but for how the service is', () => {
  const kept = config?.CacheBehaviors.filter(
    ({ CachePolicyId }) => typeof CachePolicyId === 'object',
  );
  expect(kept?.map(({ PathPattern }) => PathPattern)).toEqual(['/healthz']);
  expect(config?.CustomErrorResponses.map(({ ErrorCode }) => ErrorCode)).toEqual(
    expect.arrayContaining([403, 404, 500, 502, 503, 504]),
  );
  for (const { ErrorCachingMinTTL } of config?.CustomErrorResponses ?? []) {
    expect(ErrorCachingMinTTL).toBe(0);
  }
});

test('a file that the pages lack is refused by the gateway, in our words', () => {
  gateway.hasResourceProperties('AWS::CloudFront::Distribution', {
    DistributionConfig: {
      OriginGroups: {
        Quantity: 1,
        Items: [
          {
            Id: config?.CacheBehaviors.find(({ PathPattern }) => PathPattern === '/app/assets/*')
              ?.TargetOriginId,
            FailoverCriteria: { StatusCodes: { Items: [404], Quantity: 1 } },
            Members: { Items: [Match.anyValue(), Match.anyValue()], Quantity: 2 },
          },
        ],
      },
    },
  });
  const api = config?.Origins.filter(({ CustomOriginConfig }) => CustomOriginConfig !== undefined);
  for (const { OriginPath } of api ?? []) expect(OriginPath).toBe('/live');
});

test('what does not come through the edge is refused before it reaches a function', () => {
  expect(rules[0]).toMatchObject({
    Name: 'ThroughTheEdge',
    Priority: 0,
    Statement: {
      NotStatement: {
        Statement: {
          ByteMatchStatement: {
            FieldToMatch: { SingleHeader: { Name: 'x-origin-secret' } },
            PositionalConstraint: 'EXACTLY',
          },
        },
      },
    },
    Action: { Block: { CustomResponse: { ResponseCode: 421 } } },
  });
  const holders = templates.filter((template) =>
    JSON.stringify(template.toJSON()).includes('x-origin-secret'),
  );
  expect(holders).toEqual([gateway]);
  gateway.hasResourceProperties('AWS::WAFv2::WebACLAssociation', {
    ResourceArn: { 'Fn::Join': ['', Match.arrayWith([Match.stringLikeRegexp('/stages/')])] },
  });
});

test.each([
  ['Registration', '/oauth/register'],
  ['SignIn', '/signin'],
  ['Token', '/oauth/(token|revoke)'],
  ['Tickets', '/v1/uploads/t/'],
  ['Health', '/healthz'],
  ['NoCredential', 'authorization'],
  ['Everything', ''],
])(
  '%s: an address is held to a rate by where it calls from, with an error of ours',
  (name, about) => {
    const rule = rules.find(({ Name }) => Name === name);
    const rate = rule?.Statement.RateBasedStatement;
    expect(rate).toMatchObject({
      AggregateKeyType: 'FORWARDED_IP',
      ForwardedIPConfig: { HeaderName: 'x-viewer-address' },
    });
    expect(JSON.stringify(rate?.ScopeDownStatement ?? '')).toContain(about);
    const answer = rule?.Action?.Block.CustomResponse;
    expect(answer?.ResponseCode).toBe(429);
    const body = acl?.properties.CustomResponseBodies[answer?.CustomResponseBodyKey ?? '']?.Content;
    expect(JSON.parse(body ?? '')).toMatchObject({ error: { type: 'rate_limited' } });
  },
);

test('the rates are tighter the less a call has to show', () => {
  const limits = rules.flatMap(({ Statement }) => Statement.RateBasedStatement?.Limit ?? []);
  const all = Math.max(...limits);
  // The largest plan makes 6,000 calls a minute.
  expect(all).toBeGreaterThan(5 * 6_000);
  expect(limits.filter((limit) => limit < all / 10)).toHaveLength(limits.length - 1);
});

/** An edge alone, with what the context says of it. */
function edgeWith(context: Readonly<Record<string, string>>): {
  template: Template;
  publicUrl: unknown;
} {
  const app = new App({ context });
  const stack = new Stack(app, 'Test');
  const { sent } = new OriginSecret(stack, 'OriginSecret');
  const { publicUrl } = new Edge(stack, 'Edge', {
    endpoints: ROUTES,
    gateway: { domainName: 'gateway.example', path: '/live' },
    originSecret: sent,
    pages: {},
  });
  return { template: Template.fromStack(stack), publicUrl };
}

const DOMAIN = {
  domainName: 'video.example',
  certificateArn: 'arn:aws:acm:us-east-1:123456789012:certificate/1',
};

test('what CloudFront names for the whole account is named by its region too', () => {
  const named = ['CachePolicy', 'ResponseHeadersPolicy', 'OriginAccessControl', 'Function'].flatMap(
    (type) => resources(gateway, `AWS::CloudFront::${type}`),
  );
  expect(named).toHaveLength(7);
  for (const { properties } of named) {
    expect(JSON.stringify(properties)).toMatch(/"Name":\{[^}]*"Ref":"AWS::Region"/);
  }
});

test('with a domain and its certificate the service is known by it', () => {
  const { template, publicUrl } = edgeWith(DOMAIN);
  expect(publicUrl).toBe('https://video.example');
  template.hasResourceProperties('AWS::CloudFront::Distribution', {
    DistributionConfig: {
      Aliases: ['video.example'],
      ViewerCertificate: { MinimumProtocolVersion: 'TLSv1.2_2021' },
    },
  });
  expect(resources(template, 'AWS::Route53::RecordSet')).toEqual([]);
});

test('where the zone of the domain is in the account, the domain is led to the edge', () => {
  const { template } = edgeWith({ ...DOMAIN, hostedZoneId: 'Z1', hostedZoneName: 'example' });
  const records = resources<{ Name: string; Type: string }>(template, 'AWS::Route53::RecordSet');
  expect(records.map(({ properties: { Name, Type } }) => [Name, Type])).toEqual([
    ['video.example.', 'A'],
    ['video.example.', 'AAAA'],
  ]);
});

test('a domain without its certificate is refused in words', () => {
  expect(() => edgeWith({ domainName: 'video.example' })).toThrow(/certificateArn/);
});

test('after a rotation the gateway takes the secret before for as long as edges may send it', () => {
  const taken = (originSecret: string) => {
    const stack = new Stack(new App({ context: { originSecret } }), 'Test');
    return new OriginSecret(stack, 'OriginSecret').taken.length;
  };
  expect([taken('1'), taken('2'), taken('3')]).toEqual([1, 2, 2]);
  expect(() => taken('b')).toThrow(/one more for each rotation/);
});
