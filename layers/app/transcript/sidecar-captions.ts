import { sameLanguage } from '../../domain/same-language.ts';
import type { Segment } from '../../domain/transcript.ts';
import type { KeptCaptions, VideoRecord } from '../../domain/video-record.ts';
import type { ArtifactStore } from '../ports/artifacts.ts';
import type { Captions } from '../ports/captions.ts';

/**
 * Reads the captions that came beside the media of a link.
 * @param language `auto`, or the code that the captions must not contradict
 * @returns undefined when there are none
 */
export type SidecarCaptions = (
  video: VideoRecord,
  language: string,
) => Promise<Captions | undefined>;

interface Deps {
  readonly artifacts: Pick<ArtifactStore, 'get'>;
  /** What a caption file says, in seconds from the first frame; nothing when it is none. */
  readonly parse: (text: string, format: KeptCaptions['format']) => Segment[];
}

export const makeSidecarCaptions =
  ({ artifacts, parse }: Deps): SidecarCaptions =>
  async ({ link }, language) => {
    if (!link) return undefined;
    for (const { key, format, language: written } of inOrder(link, language)) {
      const bytes = await artifacts.get(key);
      const segments = bytes ? parse(new TextDecoder().decode(bytes), format) : [];
      if (segments.length > 0) return { language: written ?? link.language, segments };
    }
    return undefined;
  };

/** The captions to try: in the language that was asked, else in the page's own, else as they were offered. */
function inOrder(
  { captions, language: spoken }: NonNullable<VideoRecord['link']>,
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
