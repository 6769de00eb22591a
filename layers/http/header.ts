import type { APIGatewayProxyEvent } from 'aws-lambda';

export type HeaderSource = Pick<APIGatewayProxyEvent, 'headers'>;

/** A header by its name in lower case. */
export const headerOf = ({ headers }: HeaderSource, name: string): string | undefined =>
  Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
