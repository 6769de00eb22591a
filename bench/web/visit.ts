import type { Browser, Page } from 'playwright-core';
import type { ServiceProcess } from '../../test/e2e/service-process.ts';
import { newVisitor } from '../../test/support/browser.ts';

/** A window of the owner, signed in by the link that the first start prints. */
export async function ownerPage(
  browser: Browser,
  service: ServiceProcess,
  colorScheme: 'light' | 'dark' = 'light',
): Promise<Page> {
  const link = /http:\S+\/signin\/code\S+/.exec(service.said())?.[0];
  if (link === undefined) throw new Error('the service printed no link to sign in with');
  const context = await newVisitor(browser, {
    viewport: { width: 1360, height: 900 },
    colorScheme,
  });
  const page = await context.newPage();
  await page.goto(link);
  await page.click('button:text-is("Sign in")');
  await page.getByRole('heading', { name: 'Videos' }).waitFor();
  return page;
}

/** Calls the interface with the key of the first organization. */
export async function call(service: ServiceProcess, path: string, body: object): Promise<unknown> {
  const response = await fetch(service.baseUrl + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${service.apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return response.json();
}
