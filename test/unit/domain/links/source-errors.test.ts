import { ApiError, SOURCE_REASONS } from '../../../../layers/domain/errors.ts';
import { reasonOfPage, reasonOfStatus } from '../../../../layers/domain/links/http-reasons.ts';
import { sourceUnavailable } from '../../../../layers/domain/links/source-errors.ts';
import { MOST_WAIT_SECONDS } from '../../../../layers/domain/retry-after.ts';

describe('a link whose video cannot be had', () => {
  test.each(SOURCE_REASONS)('for reason %s is told with its next step', (reason) => {
    const error = sourceUnavailable(reason).toApiError();
    expect(ApiError.parse(error)).toMatchObject({ type: 'source_unavailable', reason });
    expect(error.message).toMatch(/Nothing was charged\.$/);
    expect(error.alternative).toMatch(/\.$/);
    expect(error.suggestion).toBeUndefined();
  });

  test.each(['auth', 'geo', 'bot'] as const)('for reason %s is to be uploaded', (reason) => {
    expect(sourceUnavailable(reason).detail.alternative).toContain('POST /v1/uploads');
  });

  test.each(['empty', 'ratelimit'] as const)('for reason %s is to be waited for', (reason) => {
    expect(sourceUnavailable(reason).detail.alternative).toMatch(/^Wait/);
  });

  test('for reason no_video is not to be retried', () => {
    expect(sourceUnavailable('no_video').detail.alternative).toMatch(/nothing to retry/);
  });

  test('is told with what else is known, and for how long to wait', () => {
    const error = sourceUnavailable('ratelimit', 'the site asks to wait', {
      retryAfterSeconds: 60,
      cause: 'inside',
    });
    expect(error.message).toBe(
      'The site asks to wait. It asked for a pause of 60 seconds. Nothing was charged.',
    );
    expect(error.detail.retryAfterSeconds).toBe(60);
    const soon = sourceUnavailable('ratelimit', undefined, { retryAfterSeconds: 1 });
    expect(soon.message).toContain('a pause of 1 second.');
    const long = (retryAfterSeconds: number) =>
      sourceUnavailable('ratelimit', undefined, { retryAfterSeconds }).message;
    expect(long(7201)).toContain('a pause of 3 hours.');
    expect(long(604_800)).toContain('a pause of 7 days.');
    expect(long(MOST_WAIT_SECONDS)).toContain('a pause of a year or more.');
    expect(JSON.stringify(error.toApiError())).not.toContain('inside');
  });
});

describe('an answer of a site', () => {
  test.each([
    [401, 'auth'],
    [402, 'auth'],
    [403, 'auth'],
    [404, 'unavailable'],
    [410, 'unavailable'],
    [429, 'ratelimit'],
    [451, 'geo'],
    [999, 'bot'],
    [400, 'unknown'],
    [418, 'unknown'],
    [500, 'unknown'],
    [502, 'unknown'],
    [503, 'unknown'],
    [504, 'unknown'],
  ])('with status %d is %s', (status, reason) => {
    expect(reasonOfStatus(status)).toBe(reason);
  });
});

const page = (url: string, title: string | null = null, html = '') => ({ url, title, html });

describe('a page in the place of the one asked for', () => {
  test.each([
    [
      'a sign-in by its address',
      page('https://www.instagram.com/accounts/login/?next=%2Fp%2Fabc'),
      'auth',
    ],
    ['a sign-in by its host', page('https://accounts.google.com/v3/signin?x=1'), 'auth'],
    ['a sign-in by its file', page('https://www.facebook.com/login.php?next=x'), 'auth'],
    ['a sign-in by its title', page('https://example.com/v/1', 'Log in to Example'), 'auth'],
    ['a wall for members', page('https://www.linkedin.com/authwall?trk=x'), 'auth'],
    ['a check for robots by its title', page('https://example.com/v/1', 'Just a moment...'), 'bot'],
    [
      'a check for robots by its script',
      page('https://example.com/v/1', null, '<script src="/cdn-cgi/challenge-platform/h/b/x.js">'),
      'bot',
    ],
    [
      'a check for robots from another host',
      page('https://example.com/v/1', null, '<script src="https://geo.captcha-delivery.com/c.js">'),
      'bot',
    ],
    [
      'a search that takes us for a robot',
      page('https://www.google.com/sorry/index?continue=x'),
      'bot',
    ],
    ['a question for consent by its host', page('https://consent.youtube.com/m?continue=x'), 'bot'],
    [
      'a question for consent by its title',
      page('https://example.com/', 'Before you continue to X'),
      'bot',
    ],
    [
      'a refusal of the country',
      page('https://example.com/', 'Not available in your country'),
      'geo',
    ],
  ])('is told as %s', (_, given, reason) => {
    expect(reasonOfPage(given)).toBe(reason);
  });

  test.each([
    page('https://example.com/blog/login-flows-explained', 'How sign-in works'),
    page('https://example.com/consenting-adults', 'A film'),
    page('https://example.com/', 'Home', '<p>captcha</p>'),
    page('https://example.com/videos/logins', null),
  ])('is nothing of the kind at $url', (given) => {
    expect(reasonOfPage(given)).toBeUndefined();
  });
});
