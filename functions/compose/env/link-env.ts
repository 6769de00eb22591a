import { z } from 'zod';

/** How links are followed. */
export const LinkEnv = z.object({
  /** The function without rights that follows links, with its alias. */
  FETCH_FUNCTION: z.string().min(1),
  /** Seconds of a fetch in one run; a file that takes longer goes on in the next. */
  FETCH_ROUND_SECONDS: z.coerce.number().positive().default(780),
  /** Secret: `http://user:password@host:port` of a proxy that links are followed through. */
  LINK_PROXY: z.string().min(1).optional(),
  /** Whose links, with commas between; without it all of them. */
  LINK_PROXY_HOSTS: z.string().optional(),
  /** Secret: a cookies.txt that the downloader shows to the platforms. */
  LINK_COOKIES: z.string().min(1).optional(),
});
