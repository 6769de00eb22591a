import { lazy } from 'preact-iso';

/**
 * A page whose code comes when it is first looked at. Where it does not come, because the network
 * is gone or the service was updated since this page was loaded, that is said.
 */
export const part = <Page,>(load: () => Promise<Page>) =>
  lazy<Page | typeof NotLoaded>(() => load().catch(() => NotLoaded));

/** What did not come once is not asked for again until the whole page is. */
function NotLoaded() {
  return (
    <div class="problem" role="alert">
      <p>
        This page could not be loaded. The service cannot be reached, or it was updated since you
        opened it.
      </p>
      <button type="button" onClick={() => location.reload()}>
        Load the page again
      </button>
    </div>
  );
}
