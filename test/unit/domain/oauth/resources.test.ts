import { isThisService } from '../../../../layers/domain/oauth/resources.ts';

const BASE = 'https://reader.example';

test.each([
  'https://reader.example',
  'https://reader.example/',
  'https://reader.example/mcp',
  'HTTPS://Reader.EXAMPLE/mcp',
  'https://reader.example:443/v1',
])('%s is this service', (resource) => {
  expect(isThisService(resource, BASE)).toBe(true);
});

test.each([
  'http://reader.example',
  'https://reader.example:8443',
  'https://reader.example/MCP',
  'https://reader.example/mcp/',
  'https://reader.example/x/../mcp',
  'https://reader.example?',
  'https://reader.example#',
  'https://reader.example\\mcp',
  'https://us@reader.example',
  'https://reader.example@elsewhere.example',
  'https://reader.example.elsewhere.example/mcp',
  'https:reader.example/mcp',
  'reader.example',
  '/mcp',
  '',
])('%s is another', (resource) => {
  expect(isThisService(resource, BASE)).toBe(false);
});
