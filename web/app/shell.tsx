import { useEffect, useRef } from 'preact/hooks';
import { ErrorBoundary, LocationProvider, Route, Router, useLocation } from 'preact-iso';
import { VideosPage } from '../pages/videos.tsx';
import { useActing } from '../ui/acting.ts';
import { useKeptFocus } from '../ui/kept-focus.ts';
import { useLoaded } from '../ui/loaded.tsx';
import { ProblemNote } from '../ui/problem-note.tsx';
import { part } from './part.tsx';
import { loadSession, organizationAmong, signOut } from './session.ts';
import { session } from './shown-session.ts';

const VideoPage = part(() => import('../video/page.tsx').then((m) => m.VideoPage));
const AskPage = part(() => import('../ask/page.tsx').then((m) => m.AskPage));
const JobsPage = part(() => import('../pages/jobs.tsx').then((m) => m.JobsPage));
const AccessPage = part(() => import('../pages/access.tsx').then((m) => m.AccessPage));
const MembersPage = part(() => import('../pages/members.tsx').then((m) => m.MembersPage));
const WebhooksPage = part(() => import('../pages/webhooks.tsx').then((m) => m.WebhooksPage));
const CreditsPage = part(() => import('../credits/page.tsx').then((m) => m.CreditsPage));
const ConnectPage = part(() => import('../pages/connect.tsx').then((m) => m.ConnectPage));

const PLACES = [
  ['/app', 'Videos'],
  ['/app/jobs', 'Jobs'],
  ['/app/access', 'Keys'],
  ['/app/members', 'Members'],
  ['/app/webhooks', 'Webhooks'],
  ['/app/credits', 'Credits'],
  ['/app/connect', 'Connect'],
] as const;

/** The frame around every page: where one can go, and who is here. */
export function Shell() {
  const signedIn = useLoaded(loadSession, []);
  const leaving = useActing();
  const main = useRef<HTMLElement>(null);
  useKeptFocus(main);
  return (
    <LocationProvider scope="/app">
      <a class="skip" href="#content">
        Skip to the content
      </a>
      <Places onSignOut={() => void leaving.act(signOut)} />
      <main ref={main} id="content" tabIndex={-1}>
        {leaving.problem && <ProblemNote problem={leaving.problem} />}
        {signedIn.problem ? (
          <ProblemNote problem={signedIn.problem} onRetry={signedIn.reload} />
        ) : (
          <Pages />
        )}
      </main>
    </LocationProvider>
  );
}

/** Pixels from the left of the window to the middle of an element. */
function middleOf(element: Element): number {
  const { left, width } = element.getBoundingClientRect();
  return left + width / 2;
}

function Places({ onSignOut }: { onSignOut: () => void }) {
  const { path } = useLocation();
  const nav = useRef<HTMLElement>(null);
  const organization = session.value && organizationAmong(session.value);
  // A narrow window shows a part of the pages: the one that is open among them. By hand, since what
  // is scrolled into view is where a browser goes on when Tab is pressed, past the skip link.
  useEffect(() => {
    const places = nav.current;
    const open = places?.querySelector('[aria-current]');
    if (places && open) places.scrollLeft += middleOf(open) - middleOf(places);
  }, [path]);
  const isUnder = (place: string) =>
    place === '/app' ? path === '/app' || path.startsWith('/app/videos') : path.startsWith(place);
  return (
    <header class="bar">
      <a class="brand" href="/app">
        <span aria-hidden="true">▶</span> Video Reader
      </a>
      <nav ref={nav} aria-label="Pages">
        {PLACES.map(([place, name]) => (
          <a key={place} href={place} aria-current={isUnder(place) ? 'page' : undefined}>
            {name}
          </a>
        ))}
      </nav>
      <span class="who">
        {session.value && (
          <>
            {organization !== undefined && (
              <a class="who-address" href="/signin" title={`${organization}: change to another`}>
                {organization}
              </a>
            )}
            <a class="who-address" href="/signin" title="Sign-in and passkeys">
              {session.value.email}
            </a>
            <button type="button" class="small" onClick={onSignOut}>
              Sign out
            </button>
          </>
        )}
      </span>
    </header>
  );
}

function Pages() {
  return (
    <ErrorBoundary>
      <Router>
        <Route path="/app" component={VideosPage} />
        <Route path="/app/videos/:id" component={VideoPage} />
        <Route path="/app/videos/:id/ask" component={AskPage} />
        <Route path="/app/jobs" component={JobsPage} />
        <Route path="/app/access" component={AccessPage} />
        <Route path="/app/members" component={MembersPage} />
        <Route path="/app/webhooks" component={WebhooksPage} />
        <Route path="/app/credits" component={CreditsPage} />
        <Route path="/app/connect" component={ConnectPage} />
        <Route default component={NoPage} />
      </Router>
    </ErrorBoundary>
  );
}

function NoPage() {
  useEffect(() => {
    document.title = 'No page · Video Reader';
  }, []);
  return (
    <section>
      <h1>There is no page here</h1>
      <p>
        Go to <a href="/app">your videos</a>.
      </p>
    </section>
  );
}
