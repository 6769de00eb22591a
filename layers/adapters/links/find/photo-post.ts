import { z } from 'zod';
import type { FoundMedia } from '../../../app/ports/links/links.ts';
import { titleLine } from '../../../domain/videos/title.ts';
import { elementsOf } from '../web/markup.ts';
import type { Page } from './find-direct.ts';

const MAX_SLIDES = 100;
const MAX_TITLE = 500;
/** Under which a TikTok page keeps what it shows, on large screens and small ones. */
const SCOPES = ['webapp.video-detail', 'webapp.reflow.video.detail'];

const address = z.string().regex(/^https:\/\//);
/** What is used of it; pages decide the rest. */
const Post = z.object({
  itemInfo: z.object({
    itemStruct: z.object({
      desc: z.string().nullish().catch(null),
      textLanguage: z.string().nullish().catch(null),
      imagePost: z.object({
        images: z
          .array(z.object({ imageURL: z.object({ urlList: z.array(address).min(1) }) }))
          .min(1),
      }),
      music: z.object({ playUrl: address }).nullish().catch(null),
    }),
  }),
});

/**
 * The photos of a TikTok post with the music beside them, as its page tells them; undefined where
 * it does not.
 */
export function photosOn({ html }: Pick<Page, 'html'>): FoundMedia | undefined {
  const { elements } = elementsOf(html.toString('utf8'), {
    kept: ['script'],
    withText: ['script'],
  });
  const state = elements.find(
    ({ attributes }) => attributes['id'] === '__UNIVERSAL_DATA_FOR_REHYDRATION__',
  );
  const scopes = scopesIn(state?.text ?? '');
  for (const scope of SCOPES) {
    const post = Post.safeParse(scopes[scope]);
    if (!post.success) continue;
    const { desc, textLanguage, imagePost, music } = post.data.itemInfo.itemStruct;
    const images = imagePost.images.flatMap(({ imageURL }) => imageURL.urlList[0] ?? []);
    return {
      place: { kind: 'slides', images: images.slice(0, MAX_SLIDES), audio: music?.playUrl ?? null },
      title: titleLine(desc ?? '', MAX_TITLE),
      language: /^[a-z]{2,3}$/.test(textLanguage ?? '') ? (textLanguage ?? null) : null,
      captions: [],
      notes: [],
    };
  }
  return undefined;
}

function scopesIn(text: string): Readonly<Record<string, unknown>> {
  try {
    const state: unknown = JSON.parse(text);
    return Object(Reflect.get(Object(state), '__DEFAULT_SCOPE__'));
  } catch {
    return {};
  }
}
