import { photosOn } from '../../../../../layers/adapters/links/find/photo-post.ts';

const image = (n: number) => ({
  imageURL: { urlList: [`https://p16.tiktokcdn.example/${n}.jpeg`, `https://p19.example/${n}`] },
});
const post = (item: object, scope = 'webapp.video-detail') => ({
  html: Buffer.from(`<html><head><script>var a = "<b>";</script>
    <script id="__UNIVERSAL_DATA_FOR_REHYDRATION__" type="application/json">${JSON.stringify({
      __DEFAULT_SCOPE__: { [scope]: { itemInfo: { itemStruct: item } } },
    })}</script></head></html>`),
});
const item = {
  desc: 'Three\npictures',
  textLanguage: 'en',
  imagePost: { images: [image(1), image(2), image(3)] },
  music: { playUrl: 'https://sf16.tiktokcdn.example/music.mp3' },
};

test.each(['webapp.video-detail', 'webapp.reflow.video.detail'])(
  'a post of photos is its slides with the music beside them, on the page %s',
  (scope) => {
    expect(photosOn(post(item, scope))).toMatchObject({
      place: {
        kind: 'slides',
        images: [1, 2, 3].map((n) => `https://p16.tiktokcdn.example/${n}.jpeg`),
        audio: 'https://sf16.tiktokcdn.example/music.mp3',
      },
      title: 'Three pictures',
      language: 'en',
    });
  },
);

test('a post without music is its slides alone', () => {
  const { music: _, ...silent } = item;
  expect(photosOn(post(silent))?.place).toMatchObject({ audio: null });
  expect(photosOn(post({ ...item, music: { playUrl: '' } }))?.place).toMatchObject({ audio: null });
});

test.each([
  ['no photos', post({ ...item, imagePost: undefined })],
  [
    'photos at addresses of other kinds',
    post({ imagePost: { images: [{ imageURL: { urlList: ['file:///etc/passwd'] } }] } }),
  ],
  ['other things under its names', post({ imagePost: 'many' })],
  ['no state', { html: Buffer.from('<p>Please wait</p>') }],
  [
    'state that is cut off',
    { html: Buffer.from('<script id="__UNIVERSAL_DATA_FOR_REHYDRATION__">{"__DEF') },
  ],
  [
    'state that is null',
    { html: Buffer.from('<script id="__UNIVERSAL_DATA_FOR_REHYDRATION__">null</script>') },
  ],
])('a page with %s tells of no slides', (_, page) => {
  expect(photosOn(page)).toBeUndefined();
});
