import { unavailableBy } from '../../../../../layers/adapters/links/yt-dlp/errors.ts';
import { GENERIC_MESSAGES, MESSAGES } from '../yt-dlp-messages.ts';

describe('what yt-dlp says', () => {
  test('is known in more than a hundred wordings', () => {
    expect(MESSAGES.length + GENERIC_MESSAGES.length).toBeGreaterThan(100);
  });

  test.each(MESSAGES)('of a platform, %j, is %s', (said, reason) => {
    expect(unavailableBy(said, { named: true }).detail.reason).toBe(reason);
  });

  test.each(GENERIC_MESSAGES)('of any page, %j, is %s', (said, reason) => {
    expect(unavailableBy(said, { named: false }).detail.reason).toBe(reason);
  });

  test.each([...MESSAGES, ...GENERIC_MESSAGES])('is never passed on: %j', (said) => {
    const told = JSON.stringify(unavailableBy(said, { named: true }).toApiError());
    expect(told).not.toMatch(/yt-dlp|--cookies|github\.com|caused by|netrc/i);
  });

  test.each(['ERROR: Unsupported URL: https://x/', 'ERROR: [generic] Unsupported URL: https://x/'])(
    'of an old release about an address of a platform is no word about its video: %j',
    (said) => {
      const { detail, message } = unavailableBy(said, { named: true });
      expect([detail.reason, message]).toEqual(['unknown', expect.stringContaining('own page')]);
      expect(detail.alternative).toContain('POST /v1/uploads');
    },
  );

  test('of a release that is not current is told where that may be why, and nowhere else', () => {
    const aged = 'The downloader is old.';
    const told = (said: string) =>
      unavailableBy(said, { named: true, aged }).message.includes(aged);
    expect(told('ERROR: [youtube] a: nsig extraction failed: Some formats')).toBe(true);
    expect(told('ERROR: [youtube] a: Sign in to confirm you are not a bot')).toBe(true);
    expect(told('ERROR: [a] something that nobody knows')).toBe(true);
    expect(told('ERROR: [youtube] a: Private video')).toBe(false);
  });

  test('of the first error that is understood counts', () => {
    const said = 'ERROR: [a] something\nWARNING: HTTP Error 404\nERROR: [a] b: No media found\n';
    expect(unavailableBy(said, { named: true }).detail.reason).toBe('no_video');
  });

  test.each([
    ['ERROR: [youtube] a: This live event will begin in 3 hours.', /has not begun/],
    ['ERROR: [twitch:stream] a: The channel is not currently live', /not live now/],
    ['ERROR: [vimeo] 1: This video is protected by a password', /password/],
    ['ERROR: [a] b: This video is DRM protected', /copy-protected/],
    ['ERROR: [facebook:ads] 1: No video formats found!', /advert is a still picture/],
    ['ERROR: [Reddit] 1: This video is processing', /preparing/],
    ['ERROR: [generic] HTTP Error 503: Service Unavailable', /error of its own \(503\)/],
    [
      'ERROR: [TikTok] 1: Unable to extract webpage video data; please report this issue on',
      /not of a form/,
    ],
    ['ERROR: [youtube] a: nsig extraction failed: Some formats may be missing', /not of a form/],
  ])('%j is told more exactly than its reason', (said, message) => {
    expect(unavailableBy(said, { named: false }).message).toMatch(message);
  });
});
