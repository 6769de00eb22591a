import { sameLanguage } from '../../domain/transcript/same-language.ts';
import type { Segment } from '../../domain/transcript/transcript.ts';
import type { KeptCaptions, KnownVideo } from '../../domain/videos/video-record.ts';
import type { Window } from '../../domain/window.ts';
import type { ArtifactStore } from '../ports/artifacts.ts';
import type { Captions } from '../ports/transcript/captions.ts';

/**
 * Reads the captions that came beside the media of a link.
 * @param asked the language `auto`, or the code that the captions must not contradict; the window
 * in seconds
 * @returns undefined when there are none
 */
export type SidecarCaptions = (
  video: KnownVideo,
  asked: { readonly language: string; readonly window: Window },
) => Promise<Captions | undefined>;

interface Deps {
  readonly artifacts: Pick<ArtifactStore, 'get'>;
  /**
   * What a caption file says in a window of a video, in seconds from the first frame; undefined
   * when it holds none.
   */
  readonly parse: (
    text: string,
    format: KeptCaptions['format'],
    of: { readonly window: Window; readonly duration: number },
  ) => Promise<Segment[] | undefined>;
}

/**
 * Captions that came beside a video of a link, from the first of its caption files that can be
 * read, those in the wanted language first; undefined where there is none.
 */
export const makeSidecarCaptions =
  ({ artifacts, parse }: Deps): SidecarCaptions =>
  async ({ link, probe }, { language, window }) => {
    if (!link) return undefined;
    const { duration } = probe;
    for (const { key, format, language: written } of inOrder(link, language)) {
      const bytes = await artifacts.get(key);
      if (!bytes) continue;
      const text = new TextDecoder().decode(bytes);
      const segments = await parse(text, format, { window, duration });
      // By a clock that is not the video's none of them is shown in it.
      const shown =
        segments?.length === 0
          ? await parse(text, format, { window: [0, duration], duration })
          : segments;
      if (segments && shown?.length) return { language: written ?? link.language, segments };
    }
    return undefined;
  };

/**
 * The captions to try: in the language that was asked, else in the page's own, else as they were
 * offered.
 */
function inOrder(
  { captions, language: spoken }: NonNullable<KnownVideo['link']>,
  language: string,
): KeptCaptions[] {
  const wanted = language === 'auto' ? spoken : language;
  const fits = captions.filter(
    (offer) =>
      language === 'auto' || offer.language === null || sameLanguage(offer.language, language),
  );
  return fits.toSorted(
    (a, b) => Number(sameLanguage(b.language, wanted)) - Number(sameLanguage(a.language, wanted)),
  );
}
