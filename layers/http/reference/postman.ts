import type { OpenApiDocument } from '../openapi.ts';
import { OPENAPI_TAGS } from '../openapi-tags.ts';
import { exampleOf, type ListedOperation, operationsOf } from './operations.ts';

const SCHEMA = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';

/**
 * The calls as a Postman collection, format 2.1: a folder for each group, the address and the
 * credential as variables.
 */
export function postmanCollection(document: OpenApiDocument, base: string) {
  const operations = operationsOf(document);
  return {
    info: {
      name: document.info.title,
      description: `Version ${document.info.version}. Set the variable \`apiKey\`.`,
      schema: SCHEMA,
    },
    auth: {
      type: 'bearer',
      bearer: [{ key: 'token', value: '{{apiKey}}', type: 'string' }],
    },
    variable: [
      { key: 'baseUrl', value: base },
      { key: 'apiKey', value: '' },
    ],
    item: OPENAPI_TAGS.map(({ name, description }) => ({
      name,
      description,
      item: operations.filter(({ tags }) => tags.includes(name)).map(requestOf),
    })),
  };
}

function requestOf(operation: ListedOperation) {
  const { method, path, summary, description, parameters, security } = operation;
  const named = parameters.map(({ name, in: place, required, description: about }) => ({
    place,
    entry: { key: name, value: '', description: about ?? '', ...(!required && { disabled: true }) },
  }));
  const at = (place: string) =>
    named.filter((one) => one.place === place).map(({ entry }) => entry);
  const way = path.slice(1).replaceAll(/\{(\w+)\}/g, ':$1');
  return {
    name: summary,
    request: {
      method,
      description: description ?? summary,
      ...(security.length === 0 && { auth: { type: 'noauth' } }),
      header: at('header'),
      url: {
        raw: `{{baseUrl}}/${way}`,
        host: ['{{baseUrl}}'],
        path: way.split('/'),
        query: at('query'),
        variable: at('path').map(({ disabled: _, ...entry }) => entry),
      },
      ...bodyOf(operation),
    },
  };
}

function bodyOf({ requestBody }: ListedOperation): object {
  const types = Object.keys(requestBody?.content ?? {});
  if (types.includes('multipart/form-data')) {
    return { body: { mode: 'formdata', formdata: [{ key: 'file', type: 'file', src: '' }] } };
  }
  if (!types.includes('application/json')) return {};
  const raw = exampleOf(requestBody?.content) ?? '{}';
  return { body: { mode: 'raw', raw, options: { raw: { language: 'json' } } } };
}
