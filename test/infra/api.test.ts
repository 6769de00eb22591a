import { Match } from 'aws-cdk-lib/assertions';
import { ROUTES } from '../../functions/api/routes.ts';
import { OAUTH } from '../../functions/oauth/endpoints.ts';
import { PAGES } from '../../functions/pages/pages.ts';
import { ApiError } from '../../layers/domain/errors.ts';
import { CLOUD_BODY } from '../../layers/domain/uploads/cloud-body.ts';
import type { Endpoint } from '../../layers/http/route.ts';
import { MAX_BODY_BYTES } from '../../lib/constructs/edge-function.ts';
import { gateway } from './cloud.ts';
import { resources } from './resources.ts';

const ENDPOINTS: readonly Endpoint[] = [...ROUTES, ...PAGES, ...OAUTH];

interface Method {
  readonly HttpMethod: string;
  readonly ResourceId: { readonly Ref: string };
  readonly Integration: {
    readonly Type: string;
    readonly TimeoutInMillis?: number;
    readonly ResponseTransferMode?: string;
    readonly Uri?: unknown;
  };
}
interface PathPart {
  readonly ParentId: { readonly Ref: string };
  readonly PathPart: string;
}
interface GatewayResponse {
  readonly ResponseType: string;
  readonly StatusCode?: string;
  readonly ResponseTemplates: Readonly<Record<string, string>>;
  readonly ResponseParameters?: Readonly<Record<string, string>>;
}

const parts = new Map(
  resources<PathPart>(gateway, 'AWS::ApiGateway::Resource').map(({ id, properties }) => [
    id,
    properties,
  ]),
);

function pathOf(id: string): string {
  const part = parts.get(id);
  return part === undefined ? '' : `${pathOf(part.ParentId.Ref)}/${part.PathPart}`;
}

const methods = resources<Method>(gateway, 'AWS::ApiGateway::Method').map(({ properties }) => ({
  ...properties,
  path: pathOf(properties.ResourceId.Ref),
}));
const answers = resources<GatewayResponse>(gateway, 'AWS::ApiGateway::GatewayResponse').map(
  ({ properties }) => properties,
);

test('every route has its method in the cloud, and every method its route', () => {
  const name = (method: string, path: string) => `${method} ${path}`;
  const expected = ENDPOINTS.flatMap(({ method, path }) =>
    method === 'GET' ? [name('GET', path), name('HEAD', path)] : [name(method, path)],
  );
  expect(methods.map(({ HttpMethod, path }) => name(HttpMethod, path)).sort()).toEqual(
    expected.sort(),
  );
});

test.each(ENDPOINTS)('$method $path answers in the time and the manner its route says', (route) => {
  const integration = methods.find(
    ({ path, HttpMethod }) => path === route.path && HttpMethod === route.method,
  )?.Integration;
  expect(integration?.ResponseTransferMode).toBe(route.long === true ? 'STREAM' : undefined);
  expect(integration?.TimeoutInMillis).toBe(route.long === true ? 900_000 : 29_000);
  expect(JSON.stringify(integration?.Uri)).toContain(
    route.long === true ? '/response-streaming-invocations' : '/invocations',
  );
});

test('whatever the gateway says by itself has the body of an error', () => {
  for (const { ResponseTemplates } of answers) {
    const { error } = JSON.parse(ResponseTemplates['application/json'] ?? '');
    expect(ApiError.parse(error)).toEqual(error);
  }
});

test('pages of any origin may read what is said before a function, and how long to wait', () => {
  for (const { ResponseParameters = {} } of answers) {
    const shown = ResponseParameters['gatewayresponse.header.access-control-expose-headers'];
    expect(shown).toContain('retry-after');
    const origin = ResponseParameters['gatewayresponse.header.access-control-allow-origin'];
    expect(origin).toBe("'*'");
  }
  const [acl] = resources<{
    readonly Rules: readonly {
      readonly Action?: {
        readonly Block: {
          readonly CustomResponse: { readonly ResponseHeaders: readonly object[] };
        };
      };
    }[];
  }>(gateway, 'AWS::WAFv2::WebACL');
  const blocks = acl?.properties.Rules.flatMap(({ Action }) => Action?.Block.CustomResponse ?? []);
  expect(blocks?.length).toBeGreaterThan(1);
  for (const { ResponseHeaders } of blocks ?? []) {
    expect(JSON.stringify(ResponseHeaders)).toMatch(
      /"Name":"access-control-expose-headers","Value":"[^"]*retry-after/,
    );
  }
});

test.each([
  ['MISSING_AUTHENTICATION_TOKEN', '404'],
  ['INVALID_SIGNATURE', '404'],
  ['WAF_FILTERED', '400'],
  ['INTEGRATION_TIMEOUT', '500'],
])('%s is answered with %s', (type, status) => {
  expect(answers.find(({ ResponseType }) => ResponseType === type)?.StatusCode).toBe(status);
});

test.each(['DEFAULT_4XX', 'DEFAULT_5XX', 'REQUEST_TOO_LARGE', 'THROTTLED'])(
  '%s keeps its own status',
  (type) => {
    const answer = answers.find(({ ResponseType }) => ResponseType === type);
    expect(answer).toBeDefined();
    expect(answer?.StatusCode).toBeUndefined();
  },
);

test('callers are told what the edge takes of a body', () => {
  expect(CLOUD_BODY).toBe(`${MAX_BODY_BYTES / 1_000_000} MB`);
});

test.each([
  ['forms', ['multipart/form-data']],
  ['files without a type', ['application/octet-stream']],
  ['films as browsers name them', ['video/mp4', 'video/quicktime', 'video/3gpp', 'video/x-ms-wmv']],
  ['sound as browsers name it', ['audio/mpeg', 'audio/x-m4a', 'audio/aac', 'audio/flac']],
])('%s reach the functions as bytes', (_, types) => {
  gateway.hasResourceProperties('AWS::ApiGateway::RestApi', {
    BinaryMediaTypes: Match.arrayWith(types),
  });
});

test('the stage is throttled, traced and logged without addresses or tickets', () => {
  const [stage] = resources<{
    readonly AccessLogSetting: { readonly Format: string };
    readonly TracingEnabled: boolean;
    readonly MethodSettings: readonly Readonly<Record<string, unknown>>[];
  }>(gateway, 'AWS::ApiGateway::Stage');
  expect(stage?.properties.TracingEnabled).toBe(true);
  for (const setting of stage?.properties.MethodSettings ?? []) {
    expect(setting).toMatchObject({
      DataTraceEnabled: false,
      LoggingLevel: 'ERROR',
      ThrottlingRateLimit: expect.any(Number),
      ThrottlingBurstLimit: expect.any(Number),
    });
  }
  const format = stage?.properties.AccessLogSetting.Format ?? '';
  expect(format).toContain('$context.requestId');
  expect(format).not.toMatch(/\$context\.(path|identity)/);
});

test('what the gateway writes of its own errors is kept no longer than other lines', () => {
  const groups = resources<{ LogGroupName?: unknown; RetentionInDays?: number }>(
    gateway,
    'AWS::Logs::LogGroup',
  );
  const [errors] = groups.filter(({ properties }) =>
    JSON.stringify(properties.LogGroupName ?? '').includes('API-Gateway-Execution-Logs_'),
  );
  expect(errors?.properties.RetentionInDays).toBe(30);
  const [stage] = Object.values(gateway.findResources('AWS::ApiGateway::Stage'));
  expect(stage?.['DependsOn']).toContain(errors?.id);
});

test('each route has a share of the gateway, and what anybody may call the least', () => {
  const [stage] = resources<{
    readonly MethodSettings: readonly {
      readonly ResourcePath: string;
      readonly HttpMethod: string;
      readonly ThrottlingRateLimit: number;
    }[];
  }>(gateway, 'AWS::ApiGateway::Stage');
  const settings = stage?.properties.MethodSettings ?? [];
  const rateOf = (path: string, method: string) =>
    settings.find(
      ({ ResourcePath, HttpMethod }) =>
        ResourcePath === path.replaceAll('/', '~1').replace(/^~1/, '/~1') && HttpMethod === method,
    )?.ThrottlingRateLimit ?? 0;
  const rates = [
    0,
    rateOf('/healthz', 'GET'),
    rateOf('/v1/frames', 'POST'),
    rateOf('/v1/jobs', 'GET'),
    settings[0]?.ThrottlingRateLimit ?? 0,
  ];
  expect(rates).toEqual([...new Set(rates)].toSorted((a, b) => a - b));
  expect(rateOf('/healthz', 'HEAD')).toBe(rateOf('/healthz', 'GET'));
});
