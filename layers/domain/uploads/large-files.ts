/** What to do with a body that is too large for the way it was sent. */
export const LARGE_FILES =
  'POST /v1/uploads/direct gives an address that takes large files, up to the limit of the plan.';
