import type { ApiEvent } from '../../../layers/http/api-event.ts';
import { oauthHandler } from '../../../layers/http/oauth-handler.ts';
import { proxyEvent } from './proxy-event.ts';

const asked = (stageVariables: Record<string, string> = {}): ApiEvent => {
  const event = proxyEvent({ stageVariables });
  const identity = { ...event.requestContext.identity, sourceIp: '192.0.2.1' };
  return { ...event, requestContext: { ...event.requestContext, identity } };
};

const refuse = oauthHandler(() => async () => ({
  status: 401,
  headers: { 'www-authenticate': ['Basic realm="a"', 'Bearer'], 'set-cookie': ['a=1', 'b=2'] },
  body: '{"error":"invalid_client"}',
}));

test('challenges are one header, and cookies stay apart', async () => {
  const { statusCode, headers, multiValueHeaders } = await refuse(asked());
  expect([statusCode, headers]).toEqual([401, { 'www-authenticate': 'Basic realm="a", Bearer' }]);
  expect(multiValueHeaders).toMatchObject({ 'set-cookie': ['a=1', 'b=2'] });
});

test('where an edge unpacks it, a refusal with a challenge is carried past the gateway', async () => {
  const carried = await refuse(asked({ EDGE_CARRIES: 'yes' }));
  expect(carried).toMatchObject({
    statusCode: 203,
    headers: { 'x-carried-status': 401, 'x-carried-challenge': 'Basic realm="a", Bearer' },
    body: '{"error":"invalid_client"}',
  });
  expect([carried.headers, carried.multiValueHeaders]).not.toContainEqual(
    expect.objectContaining({ 'www-authenticate': expect.anything() }),
  );
});
