import { z } from 'zod';

/** How links are followed, beside what may be called at all. */
export const LinkEnv = z.object({
  /** The downloader; else the first yt-dlp on the PATH. */
  YT_DLP_PATH: z.string().min(1).optional(),
  PATH: z.string().optional(),
  /** Secret: `http://user:password@host:port` of a proxy that links are followed through. */
  LINK_PROXY: z.string().min(1).optional(),
  /** Whose links, with commas between; without it all of them. */
  LINK_PROXY_HOSTS: z.string().optional(),
  /** Secret: a cookies.txt that the downloader shows to the platforms. */
  LINK_COOKIES: z.string().min(1).optional(),
});
