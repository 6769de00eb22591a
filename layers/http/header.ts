import type { APIGatewayProxyEvent } from 'aws-lambda';
import { DomainError } from '../domain/errors.ts';

export type HeaderSource = Pick<APIGatewayProxyEvent, 'headers'>;

/** A header by its name in lower case. */
export const headerOf = ({ headers }: HeaderSource, name: string): string | undefined =>
  Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];

type HeaderLines = Pick<APIGatewayProxyEvent, 'headers' | 'multiValueHeaders'>;

const linesOf = ({ multiValueHeaders }: HeaderLines, name: string): string[] =>
  Object.entries(multiValueHeaders ?? {}).flatMap(([key, sent]) =>
    key.toLowerCase() === name ? (sent ?? []) : [],
  );

/**
 * A header that is a list, by its name in lower case: what stands in several lines of it is one list
 * (https://www.rfc-editor.org/rfc/rfc9110#section-5.3).
 */
export function listHeaderOf(source: HeaderLines, name: string): string | undefined {
  const lines = linesOf(source, name);
  return lines.length > 1 ? lines.join(', ') : headerOf(source, name);
}

/**
 * A header that has one value, by its name as it is written.
 * @throws DomainError invalid_request where it is sent more than once
 * (https://www.rfc-editor.org/rfc/rfc9110#section-5.3): which of them counts cannot be told
 */
export function soleHeaderOf(source: HeaderLines, name: string): string | undefined {
  const lower = name.toLowerCase();
  const values = linesOf(source, lower);
  if (values.length > 1) {
    const message = `The header ${name} is sent ${values.length} times. Send it once.`;
    throw new DomainError('invalid_request', message, { reason: 'repeated_header' });
  }
  return headerOf(source, lower);
}
