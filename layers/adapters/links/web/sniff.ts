import { fileTypeFromBuffer } from 'file-type';

export type Kind = 'media' | 'hls' | 'dash' | 'page' | 'image' | 'other';

/** Containers of the trade that the library does not know, by their first bytes. */
const BEGINNINGS = [
  ['application/gxf', '00000000 01bc'],
  ['application/x-lxf', '4c454954 43480000'],
  ['video/x-dv', '1f070000'],
] as const;

const MEDIA = /^(video|audio)\/|^application\/(mp4|mxf|ogg|vnd\.ms-asf|gxf|x-lxf)$/;

/** Whether a type, without its parameters, is one of files that may be video. */
export const isMediaType = (type: string): boolean => MEDIA.test(type);

/**
 * What an answer is, by its first bytes; by its content type only where these say nothing.
 * Extensions say nothing.
 * @param beginning 4 KB are enough
 */
export async function sniff(
  beginning: Buffer,
  contentType: string | undefined,
): Promise<{ readonly kind: Kind; readonly contentType: string }> {
  const declared = (contentType ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  const text = beginning
    .subarray(0, 4096)
    .toString('latin1')
    .replace(/^\u00ef\u00bb\u00bf/, '');
  if (/^\s*#EXTM3U/.test(text))
    return { kind: 'hls', contentType: 'application/vnd.apple.mpegurl' };
  if (/^<MPD[\s>]/.test(afterComments(text.replace(/^\s*<\?xml[^>]*>/, '')))) {
    return { kind: 'dash', contentType: 'application/dash+xml' };
  }
  if (/^<(!doctype html|html|head|body|meta|title|script)[\s>]/i.test(afterComments(text))) {
    return { kind: 'page', contentType: 'text/html' };
  }
  const start = beginning.subarray(0, 16).toString('hex');
  const known = BEGINNINGS.find(([, bytes]) => start.startsWith(bytes.replace(' ', '')));
  const mime = known?.[0] ?? (await fileTypeFromBuffer(beginning).catch(() => undefined))?.mime;
  if (mime !== undefined && isMediaType(mime)) return { kind: 'media', contentType: mime };
  if (mime?.startsWith('image/')) return { kind: 'image', contentType: mime };
  if (mime !== undefined && mime !== 'application/xml') return { kind: 'other', contentType: mime };
  if (/^(text\/html|application\/xhtml\+xml)$/.test(declared)) {
    return { kind: 'page', contentType: declared };
  }
  const media = isMediaType(declared) && beginning.length > 0;
  return { kind: media ? 'media' : 'other', contentType: declared };
}

/**
 * A text from its first sign behind spaces and comments on. As one regular expression, a row of
 * comments takes time that doubles with each.
 */
function afterComments(text: string): string {
  let rest = text.trimStart();
  while (rest.startsWith('<!--')) {
    const end = rest.indexOf('-->', '<!--'.length);
    if (end === -1) return rest;
    rest = rest.slice(end + '-->'.length).trimStart();
  }
  return rest;
}
