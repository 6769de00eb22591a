/** What to do with a body that is too large for the way it was sent. */
export const LARGE_FILES =
  'POST /v1/uploads/direct gives an address that takes large files, up to the limit of the plan.';

/** What to do with a file that is too large for the plan, whichever way it is sent. */
export const OVER_THE_PLAN = 'Send a shorter or more compressed file, or change the plan.';
