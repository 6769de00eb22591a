import type { PlatformAddresses } from '../address-form.ts';

const recording = 'https://www.twitch.tv/videos/{id}';
/** A clip's name is unique; whose channel stands before it adds nothing. */
const clip = 'https://clips.twitch.tv/{clip}';
const live = 'https://www.twitch.tv/{channel}';

/** First segments that are pages of the site, not channels. */
const NO_CHANNEL =
  'directory|downloads|jobs|p|settings|subscriptions|turbo|videos|video|clip|search|login|signup|collections|embed|team|wallet|inventory|drops|friends|store|products|prime|popout|moderator|user|dashboard|bits|broadcast';

export const twitch: PlatformAddresses = {
  platform: 'twitch',
  home: 'www.twitch.tv',
  hosts: {
    main: ['twitch.tv', 'm.twitch.tv', 'go.twitch.tv', 'secure.twitch.tv', 'beta.twitch.tv'],
    clips: ['clips.twitch.tv'],
    player: ['player.twitch.tv', 'embed.twitch.tv'],
  },
  shapes: {
    id: /^v?(\d{3,15})$/,
    clip: /^[A-Za-z0-9][\w-]{3,120}$/,
    channel: new RegExp(`^(?!(?:${NO_CHANNEL})$)\\w{3,25}$`, 'i'),
  },
  forms: [
    { path: 'videos/:id', to: recording },
    { path: 'video/:id', to: recording },
    { path: ':channel/v/:id', to: recording },
    { path: ':channel/video/:id', to: recording },
    { path: ':channel/videos/:id', to: recording },
    { path: 'clip/:clip', to: clip },
    { path: ':channel/clip/:clip', to: clip },
    { path: 'popout/:channel/**', to: live },
    { path: 'moderator/:channel/**', to: live },
    { path: ':channel', to: live },
    { path: ':channel/embed', to: live },
    { path: ':channel/popout', to: live },
    { on: 'clips', path: 'embed', query: { clip: 'clip' }, to: clip },
    { on: 'clips', path: ':clip', to: clip },
    { on: 'clips', path: '*/:clip', to: clip },
    { on: 'player', path: '**', query: { video: 'id' }, to: recording },
    { on: 'player', path: '**', query: { clip: 'clip' }, to: clip },
    { on: 'player', path: '**', query: { channel: 'channel' }, to: live },
  ],
};
