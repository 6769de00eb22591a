import type { Run } from '../../../app/ports/jobs/jobs.ts';

/** The condition under which a run changes its job, with its names and values. */
export const HELD = '#status = :running AND run = :run';
export const STATUS = { '#status': 'status' };
export const held = (run: Run) => ({ ':running': 'running', ':run': run.run });
