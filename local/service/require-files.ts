/** Files and connections that the service and its database have open while nobody calls, and room. */
const LEAST = 256;

interface Report {
  readonly userLimits?: { readonly open_files?: { readonly soft: number | 'unlimited' } };
}

/**
 * Node raises its own limit to the hard one. Where even that is low, the database is the first that
 * runs out of files, and answers with a page of HTML.
 * @throws Error in words for a person
 */
export function requireFiles(): void {
  const { userLimits } = process.report.getReport() as Report;
  const most = userLimits?.open_files?.soft;
  if (typeof most !== 'number' || most >= LEAST) return;
  throw new Error(
    `A process may have ${most} files open here, and the service needs ${LEAST} at least. Raise the limit, such as with ulimit -n 4096, and start it again.`,
  );
}
