import type { PlatformAddresses } from '../address-form.ts';

/** A number is unique among all accounts, and a photo post is a number like any other. */
const post = 'https://www.tiktok.com/@/video/{id}';

export const tiktok: PlatformAddresses = {
  platform: 'tiktok',
  home: 'www.tiktok.com',
  hosts: {
    main: [
      'tiktok.com',
      'm.tiktok.com',
      'us.tiktok.com',
      'tiktokv.com',
      'tiktokv.us',
      'm.tiktokv.com',
    ],
    vm: ['vm.tiktok.com'],
    vt: ['vt.tiktok.com'],
  },
  shapes: {
    id: /^(\d{5,25})(?:\.html)?$/,
    user: /^@([\w.-]+)$/i,
    code: /^[A-Za-z0-9]{5,20}$/,
  },
  forms: [
    { path: '*/video/:id/**', to: post },
    { path: '*/photo/:id/**', to: post },
    { path: 'video/:id', to: post },
    { path: 'v/:id', to: post },
    { path: 'embed/:id', to: post },
    { path: 'embed/v2/:id', to: post },
    { path: 'embed/v3/:id', to: post },
    { path: 'player/v1/:id', to: post },
    { path: 'share/video/:id', to: post },
    { path: 'share/item/:id', to: post },
    { path: 'i18n/share/video/:id', to: post },
    { path: 'foryou', query: { item_id: 'id' }, to: post },
    { path: ':user/live', to: 'https://www.tiktok.com/@{user}/live' },
    { path: 't/:code', to: 'https://www.tiktok.com/t/{code}', code: true },
    { on: 'vm', path: ':code', to: 'https://vm.tiktok.com/{code}', code: true },
    { on: 'vt', path: ':code', to: 'https://vt.tiktok.com/{code}', code: true },
  ],
  wrappers: [{ path: 'login/**', parameter: 'redirect_url' }],
};
