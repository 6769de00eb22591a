import type { ApiEvent } from '../../../layers/http/api-event.ts';
import { sourceAddress } from '../../../layers/http/source-address.ts';

const event = (headers: Record<string, string>, stageVariables: Record<string, string> | null) =>
  ({
    headers,
    stageVariables,
    requestContext: { identity: { sourceIp: '198.51.100.1' } },
  }) as unknown as ApiEvent;

const TOLD = { 'X-Viewer-Address': '203.0.113.9' };
const BEHIND_EDGE = { VIEWER_HEADER: 'x-viewer-address' };

test.each<[string, Record<string, string>, Record<string, string> | null, string]>([
  ['behind an edge the address that it tells', TOLD, BEHIND_EDGE, '203.0.113.9'],
  ['behind an edge that tells none its own', {}, BEHIND_EDGE, '198.51.100.1'],
  ['without an edge no word of the caller', TOLD, null, '198.51.100.1'],
  [
    'the network of an IPv6 address',
    { 'x-viewer-address': '2001:db8:1:2:3:4:5:6' },
    BEHIND_EDGE,
    '2001:db8:1:2::',
  ],
])('%s counts', (_, headers, variables, address) => {
  expect(sourceAddress(event(headers, variables))).toBe(address);
});
