import { DomainError } from '../domain/errors.ts';
import { Log } from '../log/log.ts';
import type { ApiEvent } from './api-event.ts';
import type { Route } from './route.ts';

/** What is told of a call beside its route, status and time. */
interface Known {
  readonly org_id?: string;
  readonly method?: string;
  readonly tool?: string;
}

/** One line for each call of a route, without its content. */
export class CallLog {
  readonly #log: Log;
  readonly #route: string;
  readonly #calls = new WeakMap<ApiEvent, Known & { readonly started: number }>();

  constructor(serviceName: string, { name }: Pick<Route, 'name'>) {
    this.#log = new Log(serviceName);
    this.#route = name;
  }

  begun(event: ApiEvent): void {
    this.#calls.set(event, { started: Date.now() });
  }

  note(event: ApiEvent, known: Known): void {
    const { started = Date.now(), ...before } = this.#calls.get(event) ?? {};
    this.#calls.set(event, { started, ...before, ...known });
  }

  /** @param error why it was refused, or what went wrong */
  ended(event: ApiEvent, status: number, error?: unknown): void {
    const { started = Date.now(), ...known } = this.#calls.get(event) ?? {};
    const line = {
      ...known,
      route: this.#route,
      status,
      ms: Date.now() - started,
      request_id: event.requestContext.requestId,
    };
    const isRefusal = error instanceof DomainError;
    if (status >= 500 || (error !== undefined && !isRefusal)) {
      this.#log.defect({ ...line, error });
    } else if (isRefusal) this.#log.info('refused', { ...line, type: error.type });
    else this.#log.info('answered', line);
  }

  debug(message: string, error: unknown): void {
    this.#log.debug(message, { error });
  }
}
