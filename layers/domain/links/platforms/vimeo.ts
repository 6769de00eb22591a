import type { PlatformAddresses } from '../address-form.ts';

/** The hash of an unlisted video is the key that opens it, and so belongs to its name. */
const video = 'https://vimeo.com/{id}[/{hash}]';

export const vimeo: PlatformAddresses = {
  platform: 'vimeo',
  home: 'vimeo.com',
  // A video may be meant for players on other pages alone.
  asSent: ['player', 'pro'],
  hosts: {
    main: ['vimeo.com', 'm.vimeo.com'],
    pro: ['vimeopro.com'],
    player: ['player.vimeo.com'],
  },
  shapes: {
    id: /^\d{3,15}$/,
    hash: /^[0-9a-f]{6,20}$/i,
    name: /^[\w-]{1,80}$/i,
  },
  forms: [
    { path: 'moogaloop.swf', query: { clip_id: 'id' }, to: video },
    { path: 'event/:id/**', to: 'https://vimeo.com/event/{id}' },
    { path: 'showcase/*/video/:id/**', optional: { h: 'hash' }, to: video },
    { path: 'album/*/video/:id/**', optional: { h: 'hash' }, to: video },
    { path: 'groups/*/videos/:id/**', optional: { h: 'hash' }, to: video },
    { path: 'manage/videos/:id/:hash', to: video },
    { path: 'manage/videos/:id/**', to: video },
    { path: 'ondemand/:name/:id', to: video },
    { path: 'channels/:name/:id', optional: { h: 'hash' }, to: video },
    { path: 'video/:id', optional: { h: 'hash' }, to: video },
    { path: 'm/:id', optional: { h: 'hash' }, to: video },
    { path: ':id/:hash', to: video },
    { path: ':id/**', optional: { h: 'hash' }, to: video },
    { path: ':name/review/:id/:hash', to: video },
    { on: 'pro', path: '*/*/video/:id', to: video },
    { on: 'player', path: 'video/:id/**', optional: { h: 'hash' }, to: video },
    { on: 'player', path: 'external/:id/**', to: video },
  ],
};
