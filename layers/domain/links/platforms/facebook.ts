import type { PlatformAddresses } from '../address-form.ts';

/** A reel is a video, and its number a video's. */
const watch = 'https://www.facebook.com/watch/?v={id}';
const ad = 'https://www.facebook.com/ads/library/?id={id}';
const story = 'https://www.facebook.com/permalink.php?story_fbid={story}&id={owner}';
const post = 'https://www.facebook.com/{owner}/posts/{story}';

export const facebook: PlatformAddresses = {
  platform: 'facebook',
  home: 'www.facebook.com',
  hosts: {
    main: [
      'facebook.com',
      'm.facebook.com',
      'web.facebook.com',
      'mbasic.facebook.com',
      'touch.facebook.com',
      'business.facebook.com',
      'l.facebook.com',
      'lm.facebook.com',
      // A language in front, as in de-de.facebook.com.
      '*.facebook.com',
      'fb.com',
      'm.fb.com',
    ],
    short: ['fb.watch'],
    game: ['fb.gg'],
  },
  shapes: {
    id: /^\d{4,25}$/,
    story: /^(?:\d{4,25}|pfbid[A-Za-z0-9]+)$/,
    owner: /^[\w.-]{1,80}$/i,
    code: /^[\w-]{5,40}$/,
  },
  forms: [
    { path: 'watch/live', query: { v: 'id' }, to: watch },
    { path: 'watch', query: { v: 'id' }, to: watch },
    { path: 'watch/:id', to: watch },
    { path: 'video.php', query: { v: 'id' }, to: watch },
    { path: 'video/video.php', query: { v: 'id' }, to: watch },
    { path: 'video/embed', query: { video_id: 'id' }, to: watch },
    { path: 'photo.php', query: { v: 'id' }, to: watch },
    { path: 'reel/:id/**', to: watch },
    { path: 'reels/:id/**', to: watch },
    { path: '*/videos/:id', to: watch },
    { path: '*/videos/*/:id', to: watch },
    { path: '*/reel/:id', to: watch },
    { path: 'ads/library', query: { id: 'id' }, to: ad },
    { path: 'ads/archive', query: { id: 'id' }, to: ad },
    { path: 'ads/archive/render_ad', query: { id: 'id' }, to: ad },
    { path: 'story.php', query: { story_fbid: 'story', id: 'owner' }, to: story },
    { path: 'permalink.php', query: { story_fbid: 'story', id: 'owner' }, to: story },
    {
      path: 'groups/:owner/posts/:story',
      to: 'https://www.facebook.com/groups/{owner}/posts/{story}',
    },
    {
      path: 'groups/:owner/permalink/:story',
      to: 'https://www.facebook.com/groups/{owner}/posts/{story}',
    },
    { path: 'share/v/:code', to: 'https://www.facebook.com/share/v/{code}/', code: true },
    { path: 'share/r/:code', to: 'https://www.facebook.com/share/r/{code}/', code: true },
    { path: 'share/p/:code', to: 'https://www.facebook.com/share/p/{code}/', code: true },
    { path: 'share/:code', to: 'https://www.facebook.com/share/{code}/', code: true },
    { path: ':owner/posts/:story', to: post },
    { path: ':owner/posts/*/:story', to: post },
    { on: 'short', path: 'v/:code', to: 'https://fb.watch/{code}/', code: true },
    { on: 'short', path: ':code', to: 'https://fb.watch/{code}/', code: true },
    { on: 'game', path: 'v/:code', to: 'https://fb.gg/v/{code}/', code: true },
  ],
  wrappers: [
    { path: 'plugins/video.php', parameter: 'href' },
    { path: 'plugins/post.php', parameter: 'href' },
    { path: 'l.php', parameter: 'u' },
    { path: 'flx/warn', parameter: 'u' },
    { path: 'login/**', parameter: 'next' },
    { path: 'login.php', parameter: 'next' },
    { path: 'sharer/sharer.php', parameter: 'u' },
  ],
};
