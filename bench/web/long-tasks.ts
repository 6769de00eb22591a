import type { Browser, Page } from 'playwright-core';

/** A piece of work of the page's own thread, in milliseconds. */
export interface Task {
  /** Between its begin and its end; on a machine that does other work too, also that. */
  readonly wallMs: number;
  /** For which it had a core. */
  readonly cpuMs: number;
}

/** An event of https://chromium.googlesource.com/catapult trace files; times in microseconds. */
interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  readonly dur?: number;
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

const TASK = 'ThreadControllerImpl::RunTask';

/** The tasks of a page while something is done with it. */
export async function tasksWhile(
  browser: Browser,
  page: Page,
  work: () => Promise<void>,
): Promise<Task[]> {
  await browser.startTracing(page, { categories: ['toplevel'] });
  await work();
  const trace = JSON.parse((await browser.stopTracing()).toString()) as {
    traceEvents: TraceEvent[];
  };
  const threadOf = ({ pid, tid }: TraceEvent) => `${pid}:${tid}`;
  const main = new Set(
    trace.traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(threadOf),
  );
  return trace.traceEvents
    .filter((event) => event.name === TASK && event.ph === 'X' && main.has(threadOf(event)))
    .map(({ dur = 0, tdur = 0 }) => ({ wallMs: dur / 1000, cpuMs: tdur / 1000 }));
}
