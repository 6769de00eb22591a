import type { DomainError, SourceReason } from '../../../domain/errors.ts';
import { reasonOfStatus } from '../../../domain/links/http-reasons.ts';
import { sourceUnavailable } from '../../../domain/links/source-errors.ts';

type Rule = readonly [said: RegExp, reason: SourceReason, what?: string];

const NOT_YET = 'The live stream has not begun. Send the link again when it has ended.';
const NOT_LIVE = 'The channel is not live now. Send the link of a recording.';
const PROTECTED = 'The video is copy-protected (DRM), which this service does not circumvent.';
const PASSWORD = 'The video asks for a password, which a link cannot carry.';
const PROCESSING = 'The site is still preparing the video.';

/**
 * What yt-dlp writes, in order: the first rule that fits counts. Its texts for robots, limits and
 * countries go before those for sign-ins, because its hint to pass cookies stands at the end of
 * them all.
 */
const RULES: readonly Rule[] = [
  // The egress proxy, not the site; what it refuses is told by its lane.
  [
    /tunnel connection failed|(?:unable to|cannot) connect to proxy|proxyerror/i,
    'unavailable',
    'The site cannot be reached: its name is unknown, or it does not answer.',
  ],

  [/\bDRM\b/, 'unavailable', PROTECTED],
  [
    /live event (?:will begin|has not (?:yet )?started|is scheduled)|premieres? (?:in|will begin)|(?:broadcast|space|stream|livestream) (?:has )?not (?:yet )?(?:started|begun)|will begin in (?:a few|\d+)|not started yet/i,
    'unavailable',
    NOT_YET,
  ],
  [
    /not currently live|is offline|isn['’]t live|channel is not live|livestream has ended|user is not live/i,
    'unavailable',
    NOT_LIVE,
  ],
  [/protected by a password|wrong (?:video )?password|password[- ]protected/i, 'auth', PASSWORD],
  [
    /video is processing|processing this video|not downloadable yet|still being processed/i,
    'empty',
    PROCESSING,
  ],

  [/not a (?:bot|robot)|captcha|anti-bot|cloudflare|tls fingerprint|impersonat/i, 'bot'],
  [
    /ip (?:is|address is) (?:likely being blocked|unable to access)|data ?cent(?:er|re) ip|page needs to be reloaded|js challenge|unexpected response from webpage|guest token|fresh cookies/i,
    'bot',
  ],
  [
    /rate[- ]limited by|exceeded the rate[- ]limit|rate[- ]limit exceeded|too many requests|try again later\. the current session/i,
    'ratelimit',
  ],
  [/isn['’]t available, try again later/i, 'ratelimit'],
  [
    /geo[- ]?restrict|geo[- ]?block|(?:your|this) (?:country|region|location)|blocked from accessing this post|withheld in|censorship|government/i,
    'geo',
  ],

  [
    /empty media response|empty (?:json|response)|downloaded file is empty|did not get any data blocks/i,
    'empty',
  ],
  [
    /\[facebook:ads\].*no video formats/i,
    'no_video',
    'The advert is a still picture: it has no video.',
  ],
  [
    /no video (?:in|could be found in) this (?:post|tweet)|is not a video|no media found|unsupported url|does not have any videos|no suitable (?:extractor|info)/i,
    'no_video',
  ],
  [/no video formats found|requested format is not available/i, 'empty'],

  [
    /private (?:video|subreddit)|video is private|is private\b|members?[- ]only|this channel['’]s members|premium members|requires payment|subscriber-only|protected tweet|quarantined/i,
    'auth',
  ],
  [
    /confirm your age|age[- ]restricted|inappropriate for some users|nsfw|comfortable for some audiences/i,
    'auth',
  ],
  [
    /(?:log|sign)(?:ged)?[- ]?in(?:to)?\b|login required|registered users|authentication|need to log|--cookies|have permission|content is unreachable|embed-only|cannot parse data/i,
    'auth',
  ],
];

/** After the statuses, whose own names sound alike. */
const GONE: readonly Rule[] = [
  [
    /name or service not known|getaddrinfo|no address associated|nodename nor servname|failed to resolve/i,
    'unavailable',
    'There is no site by that name.',
  ],
  [
    /certificate[_ ]verify|wrong_version_number|hostname mismatch/i,
    'unknown',
    'The certificate of the site is not valid.',
  ],
  [
    /timed out|timeout|connection (?:reset|refused|aborted)|remote end closed|incompleteread/i,
    'unknown',
    'The site did not answer, or not in time.',
  ],
  [
    /copyright|terminated|removed|deleted|violat|suspended|closed (?:their|his|her|the) account/i,
    'unavailable',
  ],
  [
    /no longer (?:available|exists)|isn['’]t available|not available\b|unavailable|does(?:n['’]t| not) exist|not found|(?:has been|is) disabled|not been made available|no status found|expired|content rejected/i,
    'unavailable',
  ],
];

/** Where the release is older than the site: at the end, since sites say more of themselves. */
const OUTDATED: readonly Rule[] = [
  [
    /unable to (?:extract|parse|solve)|extraction failed|failed to parse json|keyerror|please report this issue/i,
    'unknown',
    "The page is not of a form that the service's downloader knows; the site may have changed.",
  ],
];
/** The site has a name here, but nothing in the release knows this form of its addresses. */
const UNKNOWN_FORM: Rule = [
  /^ERROR: (?:\[generic\] )?Unsupported URL/i,
  'unknown',
  "The service's downloader does not know this form of the site's addresses. Send the address that the video's own page has.",
];

/** Reasons behind which a release may be that is older than the site. */
const MAY_BE_AGE: ReadonlySet<SourceReason> = new Set(['unknown', 'empty', 'bot', 'no_video']);

const STATUS = /HTTP Error (\d{3})|HTTP status code (\d{3})|status code:? (4\d\d|5\d\d)\b/i;
/**
 * Why yt-dlp could not have a video, by what it wrote to its standard error.
 * @param from named: whether the page is on a platform known by name, which answers 403 to robots,
 * other sites to strangers; aged: what is to be said of a release that is not current
 */
export function unavailableBy(
  said: string,
  { named, aged }: { readonly named: boolean; readonly aged?: string | undefined },
): DomainError {
  const errors = said.split('\n').filter((line) => line.startsWith('ERROR:'));
  const [first = said] = errors;
  for (const line of [...errors, said]) {
    const [, reason, what] = ruleOf(line, named) ?? [];
    if (reason === undefined) continue;
    const note = MAY_BE_AGE.has(reason) ? aged : undefined;
    return sourceUnavailable(reason, what, { cause: line, note });
  }
  return sourceUnavailable('unknown', undefined, { cause: first, note: aged });
}

function ruleOf(line: string, named: boolean): Rule | undefined {
  // An address may hold any word.
  const said = line.replace(/https?:\/\/\S+/g, '');
  if (named && UNKNOWN_FORM[0].test(said)) return UNKNOWN_FORM;
  const fits = ([pattern]: Rule) => pattern.test(said);
  return RULES.find(fits) ?? statusRule(said, named) ?? GONE.find(fits) ?? OUTDATED.find(fits);
}

function statusRule(said: string, named: boolean): Rule | undefined {
  const status = Number(STATUS.exec(said)?.slice(1).find(Boolean) ?? 0);
  if (status === 0) return undefined;
  if (status === 403 && named) return [STATUS, 'bot'];
  return status >= 500
    ? [STATUS, 'unknown', `The site answered with an error of its own (${status}).`]
    : [STATUS, reasonOfStatus(status)];
}
