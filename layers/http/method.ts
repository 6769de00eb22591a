import type { ApiEvent } from './api-event.ts';

/** The method of a call. HEAD is GET whose body is not sent (RFC 9110, 9.3.2). */
export const methodOf = ({ httpMethod }: Pick<ApiEvent, 'httpMethod'>): string =>
  httpMethod === 'HEAD' ? 'GET' : httpMethod;
