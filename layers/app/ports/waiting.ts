/** Does work that waits for another machine: the cores of this one are free for other work. */
export type WaitsForOthers = <Given extends unknown[], Made>(
  work: (...given: Given) => Promise<Made>,
) => (...given: Given) => Promise<Made>;

/**
 * The diagnostics channel on which a job says that it waits from now on. Whoever feeds many jobs to
 * one process listens to it; in the cloud, where each process has one job, nobody does.
 */
export const WAITING_CHANNEL = 'video-reader:waiting';
