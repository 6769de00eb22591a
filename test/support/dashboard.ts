import axe from 'axe-core';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { dynamoAccountDirectory } from '../../layers/adapters/dynamo/accounts/account-directory.ts';
import { dynamoAccounts } from '../../layers/adapters/dynamo/accounts/accounts.ts';
import { newId } from '../../layers/adapters/system/clock.ts';
import type { Hundredths } from '../../layers/domain/accounts/credits.ts';
import { charge } from '../../layers/domain/accounts/movements.ts';
import type { Tier } from '../../layers/domain/accounts/plans.ts';
import type { Role } from '../../layers/domain/identity/membership.ts';
import { newVisitor, startBrowser } from './browser.ts';
import { quickFfmpeg } from './clips/quick-ffmpeg.ts';
import { type RunningService, runningService } from './running-service.ts';
import { testService } from './service.ts';
import { signedIn } from './signed-in.ts';
import { type TestTables, testTables } from './tables.ts';

export interface Visit {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly orgId: string;
  /** Of the person; empty for one whom the service does not know. */
  readonly email: string;
  /** What the browser complained of: errors of scripts, refused styles, failed requests. */
  readonly complaints: string[];
  /** Origins that were asked beside the service and its store. */
  readonly elsewhere: string[];
}

interface VisitOptions extends BrowserContextOptions {
  readonly tier?: Tier;
  /** An organization that is there; else a new one. */
  readonly orgId?: string;
  /** Of the person; an owner unless said. */
  readonly role?: Role;
}

/** The service with its dashboard, and a browser. */
export class DashboardRun {
  readonly service: RunningService;
  readonly #tables: TestTables;
  readonly #browser: Browser;

  private constructor(service: RunningService, tables: TestTables, browser: Browser) {
    this.service = service;
    this.#tables = tables;
    this.#browser = browser;
  }

  static async start(): Promise<DashboardRun> {
    const tables = await testTables();
    return new DashboardRun(await runningService(tables), tables, await startBrowser());
  }

  async stop(): Promise<void> {
    await this.#browser.close();
    await this.service.stop();
  }

  async newOrg(tier: Tier = 'studio'): Promise<string> {
    return (await testService(this.#tables).administer.createOrg(tier, 0 as Hundredths)).org_id;
  }

  /** Takes all that the plan of an organization grants. */
  async spendAll(orgId: string): Promise<void> {
    const job = { jobId: newId('job'), wallet: 'plan', reason: 'frames:fine' } as const;
    const accounts = dynamoAccounts(this.#tables.db, this.#tables.ledger);
    await accounts.post(
      orgId,
      (account) => charge(account, { ...job, price: account.plan }, new Date()).posting,
    );
  }

  async suspend(orgId: string): Promise<void> {
    const directory = dynamoAccountDirectory(this.#tables.db, this.#tables.ledger);
    await directory.change(orgId, { suspended_at: new Date().toISOString() });
  }

  /** Windows of somebody who has signed in. */
  async visit({ tier, orgId: known, role, ...options }: VisitOptions = {}): Promise<Visit> {
    const orgId = known ?? (await this.newOrg(tier));
    const { cookie, email } = await signedIn(this.#tables, orgId, role);
    const [name = '', value = ''] = cookie.split('=');
    const visit = await this.strange(options);
    await visit.context.addCookies([{ name, value, url: this.service.baseUrl }]);
    return { ...visit, orgId, email };
  }

  /** Windows of somebody whom the service does not know. */
  async strange(options: BrowserContextOptions = {}): Promise<Visit> {
    const context = await newVisitor(this.#browser, {
      viewport: { width: 1280, height: 900 },
      baseURL: this.service.baseUrl,
      ...options,
    });
    const page = await context.newPage();
    const complaints: string[] = [];
    const elsewhere: string[] = [];
    const known = [this.service.baseUrl, this.service.storeUrl, 'null'];
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('request', (request) => {
      const { origin } = new URL(request.url());
      if (!known.includes(origin) && !request.url().startsWith('data:')) elsewhere.push(origin);
    });
    return { page, context, orgId: '', email: '', complaints, elsewhere };
  }
}

/** Six seconds with sound, a cut after two and a black picture after four. */
export async function threeShots(path: string): Promise<void> {
  await quickFfmpeg(
    ...['-f', 'lavfi', '-i', 'testsrc2=duration=2:size=320x180:rate=30'],
    ...['-f', 'lavfi', '-i', 'mandelbrot=size=320x180:rate=30'],
    ...['-f', 'lavfi', '-i', 'color=black:duration=1:size=320x180:rate=30'],
    ...['-f', 'lavfi', '-i', 'smptebars=duration=1:size=320x180:rate=30'],
    ...['-f', 'lavfi', '-i', 'sine=frequency=440:duration=6'],
    '-filter_complex',
    '[1]trim=duration=2[b];[0][b][2][3]concat=n=4[v];[4]volume=0:enable=between(t\\,1\\,2.5)[a]',
    ...['-map', '[v]', '-map', '[a]', '-shortest', path],
  );
}

/** What axe finds on a page that is serious or worse, as `rule: element`. */
export async function seriousFaults(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  return page.evaluate(`
    axe.run({ resultTypes: ['violations'] }).then(({ violations }) =>
      violations
        .filter(({ impact }) => impact === 'serious' || impact === 'critical')
        .flatMap(({ id, nodes }) => nodes.map(({ html }) => id + ': ' + html)))
  `);
}

/** Pixels by which a page is wider than its window. */
export const overhang = (page: Page): Promise<number> =>
  page.evaluate('document.documentElement.scrollWidth - innerWidth');

const CONTROLS =
  'a[href], button:enabled, input:enabled, select, textarea, summary, [tabindex="0"]';

/** What can be used with a mouse on a page, and is not reached by Tab or does not show that it is. */
export async function missedByKeys(page: Page): Promise<string[]> {
  const controls = await page.evaluate<number>(`{
    const all = [...document.querySelectorAll('${CONTROLS}')];
    const seen = all.filter((one) => one.checkVisibility() && one.tabIndex >= 0);
    for (const one of seen) one.dataset.reached = 'no';
    window.left = 0;
    document.addEventListener('keyup', ({ key }) => {
      if (key !== 'Tab') return;
      const focused = document.activeElement;
      const { outlineStyle, boxShadow } = getComputedStyle(focused);
      const isShown = outlineStyle !== 'none' || boxShadow !== 'none';
      focused.dataset.reached = isShown ? 'yes' : 'unseen';
      if (focused === document.body) window.left += 1;
    });
    seen.length;
  }`);
  const missed = page.locator('#page [data-reached="no"], #page [data-reached="unseen"]');
  // Behind the last one Tab leaves the page; where it begins is the browser's affair.
  for (let left = 0; left < 2; left = await page.evaluate('window.left')) {
    for (let at = 0; at <= controls; at += 1) await page.keyboard.press('Tab');
    if ((await missed.count()) === 0) return [];
  }
  return missed.evaluateAll((found) => found.map(({ outerHTML }) => outerHTML.slice(0, 120)));
}
