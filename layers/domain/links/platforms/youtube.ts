import type { PlatformAddresses } from '../address-form.ts';

const watch = 'https://www.youtube.com/watch?v={id}';

export const youtube: PlatformAddresses = {
  platform: 'youtube',
  home: 'www.youtube.com',
  hosts: {
    main: [
      'youtube.com',
      'm.youtube.com',
      'music.youtube.com',
      'gaming.youtube.com',
      'consent.youtube.com',
      'youtubekids.com',
      'youtube-nocookie.com',
      'youtube.googleapis.com',
    ],
    short: ['youtu.be'],
  },
  shapes: {
    // Eleven characters as well, but words.
    id: /^(?!(?:videoseries|live_stream)$)[\w-]{11}$/,
    clip: /^Ugkx[\w-]+$/,
    list: /^[\w-]{2,64}$/,
  },
  forms: [
    { path: 'watch', query: { v: 'id' }, to: watch },
    { path: 'watch_popup', query: { v: 'id' }, to: watch },
    { path: 'movie', query: { v: 'id' }, to: watch },
    { path: 'ytscreeningroom', query: { v: 'id' }, to: watch },
    { path: 'watch/:id/**', to: watch },
    { path: 'shorts/:id/**', to: watch },
    { path: 'live/:id/**', to: watch },
    { path: 'embed/:id/**', to: watch },
    { path: 'v/:id/**', to: watch },
    { path: 'vi/:id/**', to: watch },
    { path: 'e/:id/**', to: watch },
    { path: 'clip/:clip', to: 'https://www.youtube.com/clip/{clip}' },
    {
      path: 'playlist',
      query: { list: 'list' },
      to: 'https://www.youtube.com/playlist?list={list}',
    },
    {
      path: 'embed/videoseries',
      query: { list: 'list' },
      to: 'https://www.youtube.com/playlist?list={list}',
    },
    { on: 'short', path: 'watch', query: { v: 'id' }, to: watch },
    { on: 'short', path: ':id/**', to: watch },
  ],
  wrappers: [
    { path: 'attribution_link', parameter: 'u' },
    { path: 'oembed', parameter: 'url' },
    { path: 'm', parameter: 'continue' },
    { path: 'ml', parameter: 'continue' },
    { path: 'signin', parameter: 'next' },
  ],
};
