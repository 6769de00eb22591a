import { DomainError } from '../../../../layers/domain/errors.ts';
import { linkOf, resolvedLink } from '../../../../layers/domain/links/recognise.ts';
import { SHORT_VIDEOS_AND_POSTS } from './addresses-of-posts.ts';
import { VIDEOS_AND_PAGES } from './addresses-of-videos.ts';
import { HOSTILE, LOOK_ALIKES } from './addresses-refused.ts';

const GROUPS = { ...SHORT_VIDEOS_AND_POSTS, ...VIDEOS_AND_PAGES };

const rows = Object.entries(GROUPS).flatMap(([platform, groups]) =>
  groups.flatMap(([canonical, spellings]) =>
    spellings.map((spelling) => ({ platform, canonical, spelling })),
  ),
);
const canonicals = Object.entries(GROUPS).flatMap(([platform, groups]) =>
  groups.map(([canonical]) => ({ platform, canonical })),
);

function refusalOf(text: string): DomainError {
  try {
    linkOf(text);
  } catch (error) {
    if (error instanceof DomainError) return error;
    throw error;
  }
  throw new Error(`${text} was taken`);
}

describe('an address', () => {
  test('is among more than two hundred in the table', () => {
    expect(rows.length + LOOK_ALIKES.length + HOSTILE.length).toBeGreaterThan(250);
  });

  test.each(rows)(
    '$spelling is on $platform, under $canonical',
    ({ platform, canonical, spelling }) => {
      expect(linkOf(spelling)).toMatchObject({ platform, canonical });
    },
  );

  test.each(canonicals)('$canonical is its own canonical address', ({ platform, canonical }) => {
    expect(linkOf(canonical)).toMatchObject({ platform, canonical });
  });

  test.each(LOOK_ALIKES)('%s only looks like a platform', (spelling) => {
    expect(linkOf(spelling).platform).toBe('web');
  });

  test('of different videos stays different', () => {
    const all = canonicals.map(({ canonical }) => canonical);
    expect(new Set(all).size).toBe(all.length);
  });
});

describe('what is no link', () => {
  test.each(HOSTILE)('%j is refused, naming the field', (text) => {
    const refused = refusalOf(text);
    expect(refused.type).toBe('invalid_request');
    expect(refused.message).toMatch(/^`url` /);
    expect(refused.message).not.toContain(text === '' ? 'undefined' : '\n');
  });

  test('but only lacks its scheme comes with a suggestion that works', () => {
    const { suggestion } = refusalOf('youtu.be/dQw4w9WgXcQ').detail;
    expect(suggestion).toEqual({ url: 'https://youtu.be/dQw4w9WgXcQ' });
    expect(linkOf(String(suggestion?.['url'])).platform).toBe('youtube');
  });

  test.each(['talk.mov', 'My talk.mov', 'talk.avi'])('but the file %s is no host', (name) => {
    const { message, detail } = refusalOf(name);
    expect([message, detail.suggestion]).toEqual([
      expect.stringContaining('is no http or https link'),
      undefined,
    ]);
  });
});

describe('the address to open', () => {
  test('is the form that every downloader knows', () => {
    expect(linkOf('https://www.youtube-nocookie.com/e/dQw4w9WgXcQ').url).toBe(
      'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
    );
  });

  test('is what was sent where the video may open nowhere else', () => {
    const player = 'https://player.vimeo.com/video/76979871';
    expect(linkOf(player).url).toBe(player);
  });

  test('is the inner one where one address wraps another', () => {
    const link = linkOf('https://l.facebook.com/l.php?u=https%3A%2F%2Fexample.com%2Fa.mp4&h=x');
    expect(link).toEqual({
      url: 'https://example.com/a.mp4',
      canonical: 'https://example.com/a.mp4',
      platform: 'web',
    });
  });

  test.each([
    'file:///etc/passwd',
    'https://a:b@example.com/',
    'javascript:1',
    'https://example.com/%00',
  ])('is never %s, though an address wraps it', (inner) => {
    const link = linkOf(`https://l.facebook.com/l.php?u=${encodeURIComponent(inner)}`);
    expect(link.url).toMatch(/^https:\/\/www\.facebook\.com\/l\.php/);
  });

  test('is found in finite time where addresses wrap each other without end', () => {
    let address = 'https://example.com/a.mp4';
    for (let depth = 0; depth < 6; depth++) {
      address = `https://l.facebook.com/l.php?u=${encodeURIComponent(address)}`;
    }
    expect(linkOf(address).platform).toBe('facebook');
  });
});

describe('a link that was followed', () => {
  const video = 'https://www.tiktok.com/@bellapoarch/video/7106594312292453675';

  test('is the video that its share code led to', () => {
    expect(resolvedLink(linkOf('https://vm.tiktok.com/ZMF6rgvXY/'), video)).toEqual({
      url: linkOf(video).url,
      canonical: linkOf(video).canonical,
      platform: 'tiktok',
    });
  });

  test('is the video that a redirect led to, on its platform', () => {
    expect(
      resolvedLink(linkOf('https://t.co/abcDEF123'), 'https://youtu.be/dQw4w9WgXcQ'),
    ).toMatchObject({
      canonical: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
      platform: 'youtube',
    });
  });

  test('is the page or file that it redirected to, without what only tracks', () => {
    const link = linkOf('https://t.co/abcDEF123');
    expect(resolvedLink(link, 'https://example.com/a.mp4?utm_source=t&v=1#t=4')).toMatchObject({
      canonical: 'https://example.com/a.mp4?v=1',
      platform: 'web',
    });
  });

  test.each([
    'X-Amz-Signature=1',
    'x-goog-expires=60',
    'Signature=a',
    'token=b',
    'access_token=b',
    'expires=1790000000',
    'hdnts=exp',
    'sig=2',
  ])('stays what it was when it led to an address that is signed, by %s', (query) => {
    const link = linkOf('https://t.co/abcDEF123');
    expect(resolvedLink(link, `https://example.com/a.mp4?v=1&${query}`)).toEqual(link);
  });

  test('stays what it was when it led to nothing that has a name', () => {
    const link = linkOf('https://t.co/abcDEF123');
    expect(resolvedLink(link, 'https://www.facebook.com/login/')).toEqual(link);
    expect(resolvedLink(link, 'https://vm.tiktok.com/ZMF6rgvXY/')).toEqual(link);
    expect(resolvedLink(link, 'not an address')).toEqual(link);
  });

  test('stays the video that it named, wherever its media lies', () => {
    const link = linkOf('https://youtu.be/dQw4w9WgXcQ');
    expect(resolvedLink(link, video)).toEqual(link);
  });
});
