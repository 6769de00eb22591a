import type { PlatformAddresses } from '../address-form.ts';

const post = 'https://www.reddit.com/comments/{id}/';

export const reddit: PlatformAddresses = {
  platform: 'reddit',
  home: 'www.reddit.com',
  hosts: {
    // What stands in front is a layout (old., new., np.) or a language (de.).
    main: ['reddit.com', '*.reddit.com'],
    short: ['redd.it'],
    media: ['v.redd.it'],
    app: ['reddit.app.link'],
  },
  shapes: {
    id: /^[0-9a-z]{2,10}$/i,
    media: /^[0-9a-z]{8,16}$/i,
    group: /^[\w-]{2,40}$/i,
    code: /^[\w-]{5,20}$/,
  },
  forms: [
    { path: 'r/:group/comments/:id/**', to: post },
    { path: 'user/:group/comments/:id/**', to: post },
    { path: 'u/:group/comments/:id/**', to: post },
    { path: 'comments/:id/**', to: post },
    { path: 'gallery/:id', to: post },
    { path: 'tb/:id', to: post },
    { path: 'r/:group/s/:code', to: 'https://www.reddit.com/r/{group}/s/{code}', code: true },
    { path: 'u/:group/s/:code', to: 'https://www.reddit.com/u/{group}/s/{code}', code: true },
    { path: 'user/:group/s/:code', to: 'https://www.reddit.com/u/{group}/s/{code}', code: true },
    // The video's own number, not its post's.
    { path: 'video/:media', to: 'https://v.redd.it/{media}', code: true },
    { path: 'link/*/video/:media/**', to: 'https://v.redd.it/{media}', code: true },
    { on: 'short', path: ':id', to: post },
    { on: 'short', path: 'r/:group/comments/:id/**', to: post },
    { on: 'media', path: ':media/**', to: 'https://v.redd.it/{media}', code: true },
    { on: 'app', path: ':code', to: 'https://reddit.app.link/{code}', code: true },
  ],
  wrappers: [{ path: 'media', parameter: 'url' }],
};
