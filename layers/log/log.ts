import { Logger } from '@aws-lambda-powertools/logger';
import { allowedFields, type Fields } from './fields.ts';
import { metric } from './metric.ts';

/**
 * The one way into the log. Messages are words of the source; of what goes with them, only what
 * `fields.ts` lists.
 */
export class Log {
  readonly #logger: Logger;

  /** @param serviceName which part of the service speaks */
  constructor(serviceName: string) {
    this.#logger = new Logger({ serviceName });
  }

  debug(message: string, fields: Fields = {}): void {
    this.#logger.debug(message, allowedFields(fields));
  }

  info(message: string, fields: Fields = {}): void {
    this.#logger.info(message, allowedFields(fields));
  }

  warn(message: string, fields: Fields = {}): void {
    this.#logger.warn(message, allowedFields(fields));
  }

  /** Something that is ours to repair; it is counted. */
  defect(fields: Fields): void {
    const counted = metric({}, { Defects: 1 }, new Date());
    this.#logger.error('failed', allowedFields({ ...fields, ...counted }));
  }
}
