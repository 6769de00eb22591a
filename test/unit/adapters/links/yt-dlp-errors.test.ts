import { unavailableBy } from '../../../../layers/adapters/links/yt-dlp-errors.ts';
import { GENERIC_MESSAGES, MESSAGES } from './yt-dlp-messages.ts';

describe('what yt-dlp says', () => {
  test('is known in more than a hundred wordings', () => {
    expect(MESSAGES.length + GENERIC_MESSAGES.length).toBeGreaterThan(100);
  });

  test.each(MESSAGES)('of a platform, %j, is %s', (said, reason) => {
    expect(unavailableBy(said, true).detail.reason).toBe(reason);
  });

  test.each(GENERIC_MESSAGES)('of any page, %j, is %s', (said, reason) => {
    expect(unavailableBy(said, false).detail.reason).toBe(reason);
  });

  test.each([...MESSAGES, ...GENERIC_MESSAGES])('is never passed on: %j', (said) => {
    const told = JSON.stringify(unavailableBy(said, true).toApiError());
    expect(told).not.toMatch(/yt-dlp|--cookies|github\.com|caused by|netrc/i);
  });

  test('of the first error that is understood counts', () => {
    const said = 'ERROR: [a] something\nWARNING: HTTP Error 404\nERROR: [a] b: No media found\n';
    expect(unavailableBy(said, true).detail.reason).toBe('no_video');
  });

  test.each([
    ['ERROR: [youtube] a: This live event will begin in 3 hours.', /has not begun/],
    ['ERROR: [twitch:stream] a: The channel is not currently live', /not live now/],
    ['ERROR: [vimeo] 1: This video is protected by a password', /password/],
    ['ERROR: [a] b: This video is DRM protected', /copy-protected/],
    ['ERROR: [facebook:ads] 1: No video formats found!', /advert is a still picture/],
    ['ERROR: [Reddit] 1: This video is processing', /preparing/],
    ['ERROR: [generic] HTTP Error 503: Service Unavailable', /error of its own \(503\)/],
  ])('%j is told more exactly than its reason', (said, message) => {
    expect(unavailableBy(said, false).message).toMatch(message);
  });
});
