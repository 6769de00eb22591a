import type { PlatformAddresses } from '../address-form.ts';

const post = 'https://x.com/i/status/{id}';

/** t.co is not here: it leads to any site, so only following it tells. */
export const x: PlatformAddresses = {
  platform: 'x',
  home: 'x.com',
  hosts: {
    main: [
      'x.com',
      'mobile.x.com',
      'm.x.com',
      'twitter.com',
      'mobile.twitter.com',
      'm.twitter.com',
    ],
    embed: ['platform.x.com', 'platform.twitter.com'],
  },
  shapes: {
    id: /^\d{1,25}$/,
    // The first medium is what an address without a number means.
    later: /^(?:[2-9]|[1-9]\d)$/,
    live: /^[A-Za-z0-9]{5,20}$/,
  },
  forms: [
    { path: 'i/web/status/:id/**', to: post },
    { path: 'i/videos/tweet/:id', to: post },
    { path: 'i/videos/:id', to: post },
    { path: 'i/broadcasts/:live', to: 'https://x.com/i/broadcasts/{live}' },
    { path: 'i/spaces/:live/**', to: 'https://x.com/i/spaces/{live}' },
    { path: '*/status/:id/video/:later', to: `${post}/video/{later}` },
    { path: '*/status/:id/photo/:later', to: `${post}/video/{later}` },
    { path: '*/status/:id/**', to: post },
    { path: '*/statuses/:id/**', to: post },
    { path: 'statuses/:id', to: post },
    { on: 'embed', path: 'embed/tweet.html', query: { id: 'id' }, to: post },
    { on: 'embed', path: 'embed/index.html', query: { id: 'id' }, to: post },
  ],
};
