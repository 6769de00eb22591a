import { foundIn, languageOf } from '../../../../../layers/adapters/links/yt-dlp/info.ts';

const h264 = { vcodec: 'avc1.640028', acodec: 'none', protocol: 'https', language: null };
const aac = { vcodec: 'none', acodec: 'mp4a.40.2', protocol: 'https', language: 'en' };
const image = (name: string) => [
  { url: `https://scontent.example/${name}-150.jpg`, width: 150, height: 150 },
  { url: `https://scontent.example/${name}-1080.jpg`, width: 1080, height: 1350 },
  { url: `https://scontent.example/${name}-640.jpg`, width: 640, height: 800 },
];

const watch = {
  _type: 'video',
  id: 'dQw4w9WgXcQ',
  extractor_key: 'Youtube',
  title: 'A talk\nin two lines',
  language: 'en',
  webpage_url: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
  is_live: false,
  live_status: 'not_live',
  formats: [h264, aac],
  automatic_captions: {
    fr: [{ ext: 'vtt', url: 'https://www.youtube.com/api/timedtext?kind=asr' }],
  },
  subtitles: {
    'en-eEY6OEpapPo': [
      { ext: 'json3', url: 'https://www.youtube.com/api/timedtext?fmt=json3' },
      { ext: 'vtt', url: 'https://www.youtube.com/api/timedtext?fmt=vtt' },
    ],
    'pt-BR': [{ ext: 'srt', url: 'https://www.youtube.com/api/timedtext?fmt=srt' }],
    ja: [{ ext: 'ttml', url: 'https://www.youtube.com/api/timedtext?fmt=ttml' }],
    live_chat: [{ ext: 'vtt', url: 'https://www.youtube.com/live_chat' }],
  },
};

describe('a description by yt-dlp', () => {
  test('of a video gives its page, title, language and the captions that its uploader wrote', () => {
    expect(foundIn(watch, 'youtube', watch.webpage_url)).toEqual({
      place: { kind: 'page', address: watch.webpage_url },
      title: 'A talk in two lines',
      language: 'en',
      captions: [
        { language: 'en', format: 'vtt', address: 'https://www.youtube.com/api/timedtext?fmt=vtt' },
        {
          language: 'pt-BR',
          format: 'srt',
          address: 'https://www.youtube.com/api/timedtext?fmt=srt',
        },
      ],
      notes: [],
      foundAt: watch.webpage_url,
    });
  });

  const headers = { 'User-Agent': 'Mozilla/5.0', 'Sec-Fetch-Mode': 'navigate' };
  const [picture, sound] = [h264, aac].map((format, n) => ({
    ...format,
    url: `https://media.example/${n}`,
    http_headers: headers,
    downloader_options: { http_chunk_size: 10_485_760 },
  }));
  const offered = (chosen: object) => {
    const found = foundIn({ ...watch, ...chosen }, 'youtube', watch.webpage_url);
    return found?.place.kind === 'page' ? found.place.offered : undefined;
  };

  test('offers the formats that were chosen, and how they are asked for', () => {
    expect(offered({ requested_formats: [picture, sound] })).toEqual({
      formats: [
        { kind: 'file', address: 'https://media.example/0' },
        { kind: 'file', address: 'https://media.example/1' },
      ],
      headers: { 'user-agent': 'Mozilla/5.0', 'sec-fetch-mode': 'navigate' },
    });
    const playlist = { url: 'https://media.example/a', protocol: 'm3u8_native' };
    expect(offered(playlist)).toEqual({
      formats: [{ kind: 'hls', address: playlist.url }],
      headers: {},
    });
  });

  test.each([
    ['shown cookies', { ...sound, cookies: 'a=b; Domain=.media.example' }],
    ['asked for with a secret', { ...sound, http_headers: { Authorization: 'Bearer a' } }],
    ['asked for in another way than the other', { ...sound, http_headers: {} }],
    ['made of pieces that only the downloader knows', { ...sound, fragments: [{ path: 'a' }] }],
    ['no address of the web', { ...sound, url: 'rtmp://media.example/1', protocol: 'rtmp' }],
  ])('offers no format that is %s', (_, other) => {
    expect(offered({ requested_formats: [picture, other] })).toBeUndefined();
  });

  test('offers no single file that its site sends at full speed only in parts', () => {
    expect(offered({ ...picture, vcodec: 'avc1', acodec: 'mp4a' })).toBeUndefined();
  });

  test('of a share code tells the address of the video itself', () => {
    const entry = { ...watch, webpage_url: 'https://www.tiktok.com/@a/video/7106594312292453675' };
    const found = foundIn(entry, 'tiktok', 'https://vm.tiktok.com/ZMF6rgvXY');
    expect(found?.place).toEqual({ kind: 'page', address: entry.webpage_url });
  });

  test('of a page that holds a player for that page alone keeps the page', () => {
    const page = 'https://example.com/talk';
    const inner = { ...watch, webpage_url: 'https://player.vimeo.com/video/76979871' };
    expect(foundIn(inner, 'web', page)?.place).toEqual({ kind: 'page', address: page });
  });

  test('of a list gives its first video, with a note', () => {
    const list = { _type: 'playlist', title: 'Talks', entries: [watch] };
    const channel = { _type: 'playlist', title: 'Someone', entries: [{ entries: [] }, list, list] };
    for (const given of [list, channel]) {
      expect(foundIn(given, 'youtube', 'https://www.youtube.com/@someone')).toMatchObject({
        place: { kind: 'page', address: watch.webpage_url },
        notes: ['The link leads to a list; only its first video was read.'],
      });
    }
  });

  test('of an Instagram post of photos gives a slide for each, in its best size', () => {
    const post = {
      _type: 'playlist',
      title: 'Post by nasa',
      entries: ['one', 'two', 'three'].map((name) => ({
        title: 'Video 1',
        formats: [],
        thumbnails: image(name),
      })),
    };
    const found = foundIn(post, 'instagram', 'https://www.instagram.com/p/Chunk8-jurw/');
    expect(found?.place).toEqual({
      kind: 'slides',
      audio: null,
      images: ['one', 'two', 'three'].map((name) => `https://scontent.example/${name}-1080.jpg`),
    });
  });

  test('of an Instagram post of one photo gives one slide', () => {
    const post = { title: 'Video by nasa', formats: [], thumbnails: image('one') };
    expect(foundIn(post, 'instagram', 'https://www.instagram.com/p/x')?.place).toMatchObject({
      kind: 'slides',
      images: ['https://scontent.example/one-1080.jpg'],
    });
  });

  test('of an Instagram post of photos and videos gives its first video, and says so', () => {
    const post = {
      entries: [
        { formats: [], thumbnails: image('one') },
        { ...watch, webpage_url: 'https://www.instagram.com/p/Chunk8-jurw/' },
      ],
    };
    expect(foundIn(post, 'instagram', 'https://www.instagram.com/p/Chunk8-jurw/')).toMatchObject({
      place: { kind: 'page', address: 'https://www.instagram.com/p/Chunk8-jurw/' },
      notes: ['The post holds 2 pictures and videos; its first video was read.'],
    });
  });

  test('of a TikTok post of photos gives its sound, and says so', () => {
    const post = { ...watch, formats: [aac] };
    expect(foundIn(post, 'tiktok', 'https://www.tiktok.com/@/video/1')?.notes).toEqual([
      'The post shows photos; only its sound could be had.',
    ]);
  });

  test('of a page with one video does not number its title', () => {
    const page = { ...watch, extractor_key: 'HTML5MediaEmbed', title: 'A talk (1)' };
    expect(foundIn(page, 'web', 'https://example.com/')?.title).toBe('A talk');
  });

  test('of a stream that is live now is refused', () => {
    const live = { ...watch, is_live: true, live_status: 'is_live' };
    expect(() => foundIn(live, 'twitch', 'https://www.twitch.tv/a')).toThrow(/still running/);
  });

  test.each([
    undefined,
    null,
    [],
    'text',
    {},
    { formats: [] },
    { entries: [] },
    { entries: [null, 1, { entries: 'x' }] },
    { formats: 'many', url: 'file:///etc/passwd' },
    { title: 7, formats: [], thumbnails: image('one') },
  ])('that holds no media, %j, gives nothing', (given) => {
    expect(
      foundIn(given, 'youtube', 'https://www.youtube.com/watch?v=dQw4w9WgXcQ'),
    ).toBeUndefined();
  });

  test('that lies about its shapes is read as far as it can be', () => {
    const odd = { ...watch, title: 7, language: {}, subtitles: { en: 'x', de: [{ ext: 1 }] } };
    expect(foundIn(odd, 'web', 'https://example.com/')).toMatchObject({
      title: null,
      language: 'en',
      captions: [],
    });
  });

  test('that nests lists without end is read to a depth', () => {
    let nested: unknown = watch;
    for (let depth = 0; depth < 1000; depth++) nested = { entries: [nested] };
    expect(foundIn(nested, 'web', 'https://example.com/')).toBeUndefined();
  });
});

describe('a language', () => {
  test.each([
    ['en', 'en'],
    ['EN_us', 'en-US'],
    ['eng-US', 'en-US'],
    ['zh-Hans', 'zh-Hans'],
    ['zh-hant-tw', 'zh-Hant-TW'],
    ['en-eEY6OEpapPo', 'en'],
    ['es-419', 'es-419'],
    ['und', null],
    ['', null],
    [null, null],
    ['English', null],
    ['x', null],
  ])('%j is %j as BCP 47', (code, language) => {
    expect(languageOf(code)).toBe(language);
  });
});
