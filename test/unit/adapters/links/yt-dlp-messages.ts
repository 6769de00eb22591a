import type { SourceReason } from '../../../../layers/domain/errors.ts';

const HINT =
  'Use --cookies-from-browser or --cookies for the authentication. See  https://github.com/yt-dlp/yt-dlp/wiki/FAQ#how-do-i-pass-cookies-to-yt-dlp  for how to manually pass cookies';
const REPORT =
  '; please report this issue on  https://github.com/yt-dlp/yt-dlp/issues?q= , filling out the appropriate issue template. Confirm you are on the latest version using  yt-dlp -U';

/** What yt-dlp 2023.03.04 and 2026.08.19 write, and the reason behind it. */
export const MESSAGES: readonly [said: string, reason: SourceReason][] = [
  // YouTube
  [
    "ERROR: [youtube] abcdefghijk: Private video. Sign in if you've been granted access to this video",
    'auth',
  ],
  [
    `ERROR: [youtube] abcdefghijk: Private video. Sign in if you've been granted access to this video. ${HINT}`,
    'auth',
  ],
  ['ERROR: [youtube] abcdefghijk: Video unavailable. This video is private', 'auth'],
  [
    `ERROR: [youtube] abcdefghijk: Sign in to confirm your age. This video may be inappropriate for some users. ${HINT}`,
    'auth',
  ],
  [`ERROR: [youtube] abcdefghijk: Sign in to confirm you’re not a bot. ${HINT}`, 'bot'],
  [`ERROR: [youtube] abcdefghijk: Sign in to confirm you're not a bot. ${HINT}`, 'bot'],
  [
    'ERROR: [youtube] abcdefghijk: Video unavailable. YouTube is requiring a captcha challenge before playback',
    'bot',
  ],
  [
    'ERROR: [youtube] abcdefghijk: All player responses are invalid. Your IP is likely being blocked by Youtube',
    'bot',
  ],
  ['ERROR: [youtube] abcdefghijk: The page needs to be reloaded.', 'bot'],
  [
    'ERROR: [youtube] abcdefghijk: Join this channel to get access to members-only content like this video, and other exclusive perks.',
    'auth',
  ],
  [
    "ERROR: [youtube] abcdefghijk: This video is available to this channel's members on level: Gold (or any higher level). Join this channel to get access to members-only content and other exclusive perks.",
    'auth',
  ],
  ['ERROR: [youtube] abcdefghijk: This video is only available to Music Premium members', 'auth'],
  ['ERROR: [youtube] abcdefghijk: This video requires payment to watch.', 'auth'],
  ['ERROR: [youtube] abcdefghijk: Video unavailable', 'unavailable'],
  ['ERROR: [youtube] abcdefghijk: Video unavailable. This video is not available', 'unavailable'],
  [
    "ERROR: [youtube] abcdefghijk: Video unavailable. This video isn't available anymore",
    'unavailable',
  ],
  [
    'ERROR: [youtube] abcdefghijk: Video unavailable. This video has been removed by the uploader',
    'unavailable',
  ],
  ['ERROR: [youtube] abcdefghijk: This video has been removed by the uploader', 'unavailable'],
  [
    "ERROR: [youtube] abcdefghijk: This video has been removed for violating YouTube's Terms of Service",
    'unavailable',
  ],
  [
    'ERROR: [youtube] abcdefghijk: Video unavailable. This video is no longer available because the YouTube account associated with this video has been terminated.',
    'unavailable',
  ],
  [
    'ERROR: [youtube] abcdefghijk: Video unavailable. This video is no longer available because the uploader has closed their YouTube account.',
    'unavailable',
  ],
  [
    'ERROR: [youtube] abcdefghijk: Video unavailable. This video is no longer available due to a copyright claim by Someone',
    'unavailable',
  ],
  [
    'ERROR: [youtube] abcdefghijk: Video unavailable. This video contains content from Someone, who has blocked it on copyright grounds',
    'unavailable',
  ],
  [
    'ERROR: [youtube] abcdefghijk: Video unavailable. This video contains content from Someone, who has blocked it in your country on copyright grounds',
    'geo',
  ],
  [
    'ERROR: [youtube] abcdefghijk: Video unavailable. The uploader has not made this video available in your country',
    'geo',
  ],
  [
    'ERROR: [youtube] abcdefghijk: The uploader has not made this video available in your country\nThis video is available in Germany.\nYou might want to use a VPN or a proxy server (with --proxy) to workaround.',
    'geo',
  ],
  [
    "ERROR: [youtube] abcdefghijk: Video unavailable. This content isn't available, try again later. The current session has been rate-limited by YouTube for up to an hour. It is recommended to use `-t sleep` to add a delay between video requests to avoid exceeding the rate limit.",
    'ratelimit',
  ],
  [
    'ERROR: [youtube] abcdefghijk: Video unavailable. This content isn’t available, try again later.',
    'ratelimit',
  ],
  ['ERROR: [youtube] abcdefghijk: This live event will begin in 3 hours.', 'unavailable'],
  ['ERROR: [youtube] abcdefghijk: This live event will begin in a few moments.', 'unavailable'],
  ['ERROR: [youtube] abcdefghijk: Premieres in 42 minutes', 'unavailable'],
  ['ERROR: [youtube] abcdefghijk: This live stream recording is not available.', 'unavailable'],
  ["ERROR: [youtube] abcdefghijk: We're processing this video. Check back later.", 'empty'],
  ['ERROR: [youtube] abcdefghijk: This video is DRM protected', 'unavailable'],
  [
    'ERROR: [youtube] abcdefghijk: Requested format is not available. Use --list-formats for a list of available formats',
    'empty',
  ],
  [`ERROR: [youtube] abcdefghijk: Failed to extract any player response${REPORT}`, 'unknown'],
  [`ERROR: [youtube] abcdefghijk: Unable to extract uploader id${REPORT}`, 'unknown'],
  [
    'ERROR: [youtube:tab] @nobody: Unable to download API page: HTTP Error 404: Not Found (caused by <HTTPError 404: Not Found>)',
    'unavailable',
  ],
  ['ERROR: [youtube:tab] @someone: The channel is not currently live', 'unavailable'],
  [
    'ERROR: [youtube:clip] UgkxU: YouTube said: INVALID_ARGUMENT - Request contains an invalid argument.',
    'unknown',
  ],
  // TikTok
  [
    'ERROR: [TikTok] 7106594312292453675: Your IP address is blocked from accessing this post',
    'geo',
  ],
  [
    `ERROR: [TikTok] 7106594312292453675: You do not have permission to view this post. Log into an account that has access. ${HINT}`,
    'auth',
  ],
  [
    `ERROR: [TikTok] 7106594312292453675: This post may not be comfortable for some audiences. Log in for access. ${HINT}`,
    'auth',
  ],
  [
    'ERROR: [TikTok] 7106594312292453675: Video not available, status code 10204; please report this issue',
    'unavailable',
  ],
  ['ERROR: [TikTok] 7106594312292453675: Video not available', 'unavailable'],
  [`ERROR: [TikTok] 7106594312292453675: Unexpected response from webpage request${REPORT}`, 'bot'],
  [`ERROR: [TikTok] 7106594312292453675: Unable to solve JS challenge${REPORT}`, 'bot'],
  [`ERROR: [TikTok] 7106594312292453675: Unable to extract webpage video data${REPORT}`, 'unknown'],
  [
    'ERROR: [TikTok] 7106594312292453675: Unsupported URL: https://www.tiktok.com/@a/photo/7106594312292453675',
    'no_video',
  ],
  ['ERROR: [tiktok:live] a: This livestream has ended', 'unavailable'],
  [
    `ERROR: [tiktok:user] a: This user's account is private. Log into an account that has access. ${HINT}`,
    'auth',
  ],
  ['ERROR: [tiktok:user] a: This account does not have any videos posted', 'no_video'],
  // Instagram
  [
    `ERROR: [Instagram] Chunk8-jurw: Requested content is not available, rate-limit reached or login required. Use --cookies, --cookies-from-browser, --username and --password, --netrc-cmd, or --netrc (instagram) to provide account credentials`,
    'auth',
  ],
  [
    `ERROR: [Instagram] Chunk8-jurw: The webpage request was redirected to the login page. You have exceeded the rate-limit for accessing posts anonymously. ${HINT}`,
    'ratelimit',
  ],
  [
    `ERROR: [Instagram] Chunk8-jurw: Instagram sent an empty media response. Check if this post is accessible in your browser without being logged-in. If it is not, then ${HINT}`,
    'empty',
  ],
  ['ERROR: [Instagram] Chunk8-jurw: There is no video in this post', 'no_video'],
  [
    `ERROR: [Instagram] Chunk8-jurw: This content is only available for registered users who follow this account. ${HINT}`,
    'auth',
  ],
  [`ERROR: [Instagram] Chunk8-jurw: Unable to extract video url${REPORT}`, 'unknown'],
  [`ERROR: [instagram:story] nasa: You need to log in to access this content. ${HINT}`, 'auth'],
  [`ERROR: [instagram:story] nasa: This content is unreachable. ${HINT}`, 'auth'],
  [
    'ERROR: [instagram:story] 18090946048123978: Unable to download JSON metadata: HTTP Error 401: Unauthorized (caused by <HTTPError 401: Unauthorized>)',
    'auth',
  ],
  // X
  ['ERROR: [twitter] 643211948184596480: No video could be found in this tweet', 'no_video'],
  [`ERROR: [twitter] 643211948184596480: NSFW tweet requires authentication. ${HINT}`, 'auth'],
  [
    `ERROR: [twitter] 643211948184596480: You are not authorized to view this protected tweet. ${HINT}`,
    'auth',
  ],
  [
    'ERROR: [twitter] 643211948184596480: Twitter API says: This Post is from a suspended account',
    'unavailable',
  ],
  [
    'ERROR: [twitter] 643211948184596480: Twitter API says: This Post was deleted by the Post author',
    'unavailable',
  ],
  ['ERROR: [twitter] 643211948184596480: Suspended', 'unavailable'],
  ['ERROR: [twitter] 643211948184596480: Requested tweet is unavailable', 'unavailable'],
  [
    `ERROR: [twitter] 643211948184596480: Error(s) while querying API: Dependency: Unspecified${REPORT}`,
    'unknown',
  ],
  [`ERROR: [twitter] 643211948184596480: Could not retrieve guest token${REPORT}`, 'bot'],
  ['ERROR: [twitter] 643211948184596480: Media #1 is not a video', 'no_video'],
  [
    'ERROR: [twitter:broadcast] 1mrGmBpZNABKy: This live broadcast has not yet started',
    'unavailable',
  ],
  ['ERROR: [twitter:broadcast] 1mrGmBpZNABKy: Broadcast no longer exists', 'unavailable'],
  ['ERROR: [twitter:spaces] 1BRJjmgNDPLGw: Twitter Space not started yet', 'unavailable'],
  [
    'ERROR: [twitter:spaces] 1BRJjmgNDPLGw: Twitter Space ended and replay is disabled',
    'unavailable',
  ],
  ['ERROR: [twitter:spaces] 1BRJjmgNDPLGw: Twitter Space ended but not downloadable yet', 'empty'],
  // Facebook
  [
    `ERROR: [facebook] 647537299265662: This video is only available for registered users. ${HINT}`,
    'auth',
  ],
  [`ERROR: [facebook] 647537299265662: Cannot parse data${REPORT}`, 'auth'],
  [
    'ERROR: [facebook] 647537299265662: The video is not available, Facebook said: "You must log in to continue"',
    'auth',
  ],
  [
    'ERROR: [facebook] 647537299265662: The video is not available, Facebook said: "This content is no longer available"',
    'unavailable',
  ],
  ['ERROR: [facebook:ads] 899206155126718: No video formats found!', 'no_video'],
  [`ERROR: [facebook:ads] 899206155126718: Unable to extract ad data${REPORT}`, 'unknown'],
  // Vimeo
  [`ERROR: [vimeo] 76979871: The web client only works when logged-in. ${HINT}`, 'auth'],
  [
    'ERROR: [vimeo] 76979871: This video is protected by a password, use the --video-password option',
    'auth',
  ],
  [
    'ERROR: [vimeo] 76979871: Cannot download embed-only video without embedding URL. Please call yt-dlp with the URL of the page that embeds this video.',
    'auth',
  ],
  [
    'ERROR: [vimeo] 76979871: Unable to download JSON metadata: HTTP Error 404: Not Found (caused by <HTTPError 404: Not Found>)',
    'unavailable',
  ],
  [
    'ERROR: [vimeo] 76979871: This request has been blocked due to its TLS fingerprint. Install a required impersonation dependency if possible',
    'bot',
  ],
  [
    'ERROR: [vimeo] 76979871: Got HTTP Error 403. If you are using a data center IP or VPN/proxy, your IP may be blocked',
    'bot',
  ],
  [
    'ERROR: [vimeo:event] 4154130: This live event is scheduled for 2026-12-01 10:00',
    'unavailable',
  ],
  ['ERROR: [vimeo:event] 4154130: This event has not been made available to anyone', 'unavailable'],
  // Twitch
  ['ERROR: [twitch:vod] v6528877: Video v6528877 does not exist', 'unavailable'],
  [
    `ERROR: [twitch:vod] v6528877: You must be logged into an account that has access to this subscriber-only content. ${HINT}`,
    'auth',
  ],
  ['ERROR: [twitch:clips] FaintLight: This clip is no longer available', 'unavailable'],
  ['ERROR: [twitch:stream] nobody: nobody does not exist', 'unavailable'],
  ['ERROR: [twitch:stream] shroomztv: The channel is not currently live', 'unavailable'],
  ['ERROR: [twitch:stream] shroomztv: shroomztv is offline', 'unavailable'],
  // Dailymotion
  [
    'ERROR: [dailymotion] x5kesuj: dailymotion said: This video has been removed due to a copyright claim by its owner.',
    'unavailable',
  ],
  ['ERROR: [dailymotion] x5kesuj: dailymotion said: Private video', 'auth'],
  ['ERROR: [dailymotion] x5kesuj: Video not available in your country', 'geo'],
  ['ERROR: [dailymotion] x5kesuj: dailymotion said: Content rejected.', 'unavailable'],
  ['ERROR: [dailymotion] x5kesuj: dailymotion said: Password protected video', 'auth'],
  // Reddit
  [`ERROR: [Reddit] 6rrwyj: Account authentication is required. ${HINT}`, 'auth'],
  [
    `ERROR: [Reddit] 6rrwyj: Private subreddit; an account that has been approved is required. ${HINT}`,
    'auth',
  ],
  [
    `ERROR: [Reddit] 6rrwyj: Quarantined subreddit; an account that has opted in is required. ${HINT}`,
    'auth',
  ],
  ['ERROR: [Reddit] 6rrwyj: Your IP address is unable to access the Reddit API', 'bot'],
  ['ERROR: [Reddit] 6rrwyj: No media found', 'no_video'],
  ['ERROR: [Reddit] 6rrwyj: This video is processing', 'empty'],
  [
    'ERROR: [Reddit] 6rrwyj: Unable to download JSON metadata: HTTP Error 403: Blocked (caused by <HTTPError 403: Blocked>)',
    'bot',
  ],
];

/** The same of any other page. */
export const GENERIC_MESSAGES: readonly [said: string, reason: SourceReason][] = [
  [
    'ERROR: [generic] Unable to download webpage: HTTP Error 401: Unauthorized (caused by <HTTPError 401: Unauthorized>)',
    'auth',
  ],
  [
    'ERROR: [generic] Unable to download webpage: HTTP Error 403: Forbidden (caused by <HTTPError 403: Forbidden>)',
    'auth',
  ],
  [
    'ERROR: [generic] Got HTTP Error 403 caused by Cloudflare anti-bot challenge; try again with  --extractor-args "generic:impersonate"',
    'bot',
  ],
  [
    'ERROR: [generic] Unable to download webpage: HTTP Error 404: Not Found (caused by <HTTPError 404: Not Found>)',
    'unavailable',
  ],
  [
    'ERROR: [generic] Unable to download webpage: HTTP Error 410: Gone (caused by <HTTPError 410: Gone>)',
    'unavailable',
  ],
  [
    'ERROR: [generic] Unable to download webpage: HTTP Error 429: Too Many Requests (caused by <HTTPError 429: Too Many Requests>)',
    'ratelimit',
  ],
  [
    'ERROR: [generic] Unable to download webpage: HTTP Error 451: Unavailable For Legal Reasons (caused by <HTTPError 451: Unavailable For Legal Reasons>)',
    'geo',
  ],
  [
    'ERROR: [generic] Unable to download webpage: HTTP Error 503: Service Unavailable (caused by <HTTPError 503: Service Unavailable>)',
    'unknown',
  ],
  ['ERROR: unable to download video data: HTTP Error 403: Forbidden', 'auth'],
  [
    'ERROR: unable to download video data: HTTP Error 416: Requested range not satisfiable',
    'unknown',
  ],
  [
    'ERROR: [generic] Unable to download webpage: The read operation timed out (caused by TransportError)',
    'unknown',
  ],
  [
    'ERROR: [generic] Unable to download webpage: <urlopen error [Errno -2] Name or service not known>',
    'unavailable',
  ],
  [
    'ERROR: [generic] Unable to download webpage: <urlopen error [SSL: CERTIFICATE_VERIFY_FAILED] certificate verify failed: self-signed certificate (_ssl.c:992)>',
    'unknown',
  ],
  [
    'ERROR: [generic] Unable to download webpage: <urlopen error Tunnel connection failed: 403 Forbidden> (caused by URLError)',
    'unavailable',
  ],
  ['ERROR: Unsupported URL: https://example.com/', 'no_video'],
  ['ERROR: [generic] Unsupported URL: https://example.com/', 'no_video'],
  ['ERROR: [generic] a: No video formats found!', 'empty'],
  ['ERROR: [generic] a: This video is DRM protected', 'unavailable'],
  [
    'ERROR: [generic] a: Requested format is not available. Use --list-formats for a list of available formats',
    'empty',
  ],
  ['ERROR: [any] a: This video is not available from your location due to geo restriction', 'geo'],
  [
    'ERROR: [any] a: This video is only available for registered users. Use --username and --password',
    'auth',
  ],
  [
    'ERROR: [any] a: Access to this webpage has been blocked by decision of the Russian government. Visit http://blocklist.rkn.gov.ru/ for a block reason.',
    'geo',
  ],
  ['ERROR: The downloaded file is empty', 'empty'],
  ['ERROR: Did not get any data blocks', 'empty'],
  ['WARNING: nothing to see\nERROR: [generic] Something that nobody has seen before', 'unknown'],
  ['', 'unknown'],
];
