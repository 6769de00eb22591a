import { Match } from 'aws-cdk-lib/assertions';
import { ROUTES } from '../../functions/api/routes.ts';
import { OAUTH } from '../../functions/oauth/endpoints.ts';
import { PAGES } from '../../functions/pages/pages.ts';
import { RETIRED_PATHS } from '../../layers/http/retired-paths.ts';
import type { Endpoint } from '../../layers/http/route.ts';
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
    readonly IntegrationResponses?: readonly {
      readonly StatusCode: string;
      readonly ResponseParameters: Readonly<Record<string, string>>;
      readonly ResponseTemplates: Readonly<Record<string, string>>;
    }[];
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
const proxied = methods.filter(({ Integration }) => Integration.Type === 'AWS_PROXY');
const answers = resources<GatewayResponse>(gateway, 'AWS::ApiGateway::GatewayResponse').map(
  ({ properties }) => properties,
);

test('every route has its method in the cloud, and every method its route', () => {
  const name = (method: string, path: string) => `${method} ${path}`;
  expect(proxied.map(({ HttpMethod, path }) => name(HttpMethod, path)).sort()).toEqual(
    ENDPOINTS.map(({ method, path }) => name(method, path)).sort(),
  );
});

test.each(ENDPOINTS)('$method $path answers in the time and the manner its route says', (route) => {
  const integration = proxied.find(
    ({ path, HttpMethod }) => path === route.path && HttpMethod === route.method,
  )?.Integration;
  expect(integration?.ResponseTransferMode).toBe(route.long === true ? 'STREAM' : undefined);
  expect(integration?.TimeoutInMillis).toBe(route.long === true ? 900_000 : 29_000);
  expect(JSON.stringify(integration?.Uri)).toContain(
    route.long === true ? '/response-streaming-invocations' : '/invocations',
  );
});

const refusing = ENDPOINTS.filter(({ method }) => method !== 'ANY');

test.each([...new Set(refusing.map(({ path }) => path))])(
  '%s refuses other methods, names its own, and answers preflights',
  (path) => {
    const routes = ENDPOINTS.filter((route) => route.path === path).map(({ method }) => method);
    const allowed = [...routes, 'OPTIONS'];
    const [refusal, preflight] =
      methods.find((method) => method.path === path && method.HttpMethod === 'ANY')?.Integration
        .IntegrationResponses ?? [];
    expect([refusal?.StatusCode, preflight?.StatusCode]).toEqual(['405', '204']);
    expect(preflight?.ResponseParameters).toMatchObject({
      'method.response.header.access-control-allow-origin': "'*'",
      'method.response.header.access-control-allow-methods': `'${allowed.join(', ')}'`,
      'method.response.header.access-control-allow-headers': expect.stringContaining(
        'authorization, content-type, idempotency-key',
      ),
    });
    expect(refusal?.ResponseParameters['method.response.header.Allow']).toBe(
      `'${allowed.join(', ')}'`,
    );
    expect(JSON.parse(refusal?.ResponseTemplates['application/json'] ?? '')).toEqual({
      error: { type: 'invalid_request', message: expect.stringContaining(allowed.join(', ')) },
    });
  },
);

test.each([...RETIRED_PATHS])('%s answers 410 to every method and names %s', (path, successor) => {
  const { HttpMethod, Integration } = methods.find((method) => method.path === path) ?? {};
  const gone = Integration?.IntegrationResponses?.at(0);
  expect([HttpMethod, gone?.StatusCode]).toEqual(['ANY', '410']);
  expect(JSON.parse(gone?.ResponseTemplates['application/json'] ?? '')).toEqual({
    error: { type: 'gone', message: expect.stringContaining(`POST ${successor} `) },
  });
});

test('whatever the gateway says by itself has the body of an error', () => {
  for (const { ResponseTemplates } of answers) {
    expect(JSON.parse(ResponseTemplates['application/json'] ?? '')).toEqual({
      error: { type: expect.any(String), message: expect.any(String) },
    });
  }
});

test.each([
  ['MISSING_AUTHENTICATION_TOKEN', '404'],
  ['UNSUPPORTED_MEDIA_TYPE', '405'],
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

test('forms and files reach the functions as bytes', () => {
  gateway.hasResourceProperties('AWS::ApiGateway::RestApi', {
    BinaryMediaTypes: Match.arrayWith(['multipart/form-data', 'application/octet-stream']),
  });
});

test('the stage is throttled, traced and logged without addresses or tickets', () => {
  const [stage] = resources<{
    readonly AccessLogSetting: { readonly Format: string };
    readonly TracingEnabled: boolean;
    readonly MethodSettings: readonly Readonly<Record<string, unknown>>[];
  }>(gateway, 'AWS::ApiGateway::Stage');
  expect(stage?.properties.TracingEnabled).toBe(true);
  expect(stage?.properties.MethodSettings[0]).toMatchObject({
    DataTraceEnabled: false,
    ThrottlingRateLimit: expect.any(Number),
    ThrottlingBurstLimit: expect.any(Number),
  });
  const format = stage?.properties.AccessLogSetting.Format ?? '';
  expect(format).toContain('$context.requestId');
  expect(format).not.toMatch(/\$context\.(path|identity)/);
});
