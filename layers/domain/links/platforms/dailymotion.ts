import type { PlatformAddresses } from '../address-form.ts';

const video = 'https://www.dailymotion.com/video/{id}';

export const dailymotion: PlatformAddresses = {
  platform: 'dailymotion',
  home: 'www.dailymotion.com',
  hosts: {
    main: [
      'dailymotion.com',
      'm.dailymotion.com',
      'touch.dailymotion.com',
      'geo.dailymotion.com',
      'games.dailymotion.com',
    ],
    short: ['dai.ly'],
  },
  shapes: {
    // The title may follow: x7tgcev_a-title.
    id: /^([a-zA-Z0-9]{5,30})(?:_.*)?$/,
  },
  forms: [
    { path: 'video/:id/**', to: video },
    { path: '*/video/:id', to: video },
    { path: 'embed/video/:id/**', to: video },
    { path: 'swf/video/:id', to: video },
    { path: 'swf/:id', to: video },
    { path: 'player.html', query: { video: 'id' }, to: video },
    { path: 'player/*', query: { video: 'id' }, to: video },
    { path: 'playlist/*', query: { video: 'id' }, to: video },
    { on: 'short', path: ':id', to: video },
  ],
};
