import type { PlatformAddresses } from '../address-form.ts';

/** A post, a reel and a video of the old television are one kind of thing under one code. */
const post = 'https://www.instagram.com/p/{code}/';

export const instagram: PlatformAddresses = {
  platform: 'instagram',
  home: 'www.instagram.com',
  hosts: { main: ['instagram.com', 'm.instagram.com', 'instagr.am'] },
  shapes: {
    code: /^[\w-]{5,64}$/,
    share: /^[\w-]{5,64}$/,
    user: /^[\w.]{1,40}$/i,
    id: /^\d{5,25}$/,
  },
  forms: [
    { path: 'p/:code/**', to: post },
    { path: 'reel/:code/**', to: post },
    { path: 'tv/:code/**', to: post },
    { path: 'reels/audio/:id', to: 'https://www.instagram.com/reels/audio/{id}/' },
    { path: 'reels/:code/**', to: post },
    { path: 'stories/highlights/:id', to: 'https://www.instagram.com/stories/highlights/{id}/' },
    { path: 'stories/:user/:id', to: 'https://www.instagram.com/stories/{user}/{id}/' },
    {
      path: 's/:share',
      optional: { story_media_id: 'id' },
      to: 'https://www.instagram.com/s/{share}[?story_media_id={id}]',
      code: true,
    },
    { path: 'share/reel/:share', to: 'https://www.instagram.com/share/reel/{share}', code: true },
    { path: 'share/p/:share', to: 'https://www.instagram.com/share/p/{share}', code: true },
    { path: 'share/:share', to: 'https://www.instagram.com/share/{share}', code: true },
    { path: '*/p/:code/**', to: post },
    { path: '*/reel/:code/**', to: post },
    { path: '*/reels/:code', to: post },
    { path: '*/tv/:code/**', to: post },
  ],
  wrappers: [{ path: 'accounts/login/**', parameter: 'next' }],
};
