import { DomainError } from '../errors.ts';
import { titleLine } from '../videos/title.ts';

/** Formats that only their maker's tools read, and what to export from those. */
const CAMERA_RAW: Readonly<Record<string, readonly [format: string, exportFrom: string]>> = {
  r3d: ['RED', 'REDCINE-X PRO'],
  braw: ['Blackmagic RAW', 'DaVinci Resolve'],
  ari: ['ARRIRAW', 'ARRI Reference Tool'],
  crm: ['Canon Cinema RAW Light', 'Canon Cinema RAW Development'],
};

const baseName = (filename: string): string =>
  titleLine(filename.split(/[/\\]/).at(-1) ?? '', Number.POSITIVE_INFINITY) ?? '';

const extensionOf = (filename: string): string =>
  /\.([a-z0-9]{1,10})$/i.exec(baseName(filename))?.[1]?.toLowerCase() ?? '';

/** The extension a stored file keeps, with its dot; empty when the name has none that is plain. */
export function storedExtension(filename: string): string {
  const extension = extensionOf(filename);
  return extension && `.${extension}`;
}

/** The title that a file's name gives its video. */
export function titleOf(filename: string): string | null {
  const name = baseName(filename);
  const extension = storedExtension(name);
  return titleLine(name.slice(0, name.length - extension.length));
}

/**
 * no_video_stream for the name of a camera raw file, telling the export to make; undefined for any
 * other.
 */
export function cameraRawRefusal(filename: string): DomainError | undefined {
  const extension = extensionOf(filename);
  const raw = Object.hasOwn(CAMERA_RAW, extension) ? CAMERA_RAW[extension] : undefined;
  if (!raw) return undefined;
  const [format, tool] = raw;
  return new DomainError(
    'no_video_stream',
    `.${extension} is ${format} camera raw, which is not read here. Export ProRes or H.264 from ${tool} and upload that.`,
    { alternative: `Export ProRes or H.264 (.mov or .mp4) from ${tool}.` },
  );
}

/** @throws DomainError no_video_stream for camera raw, telling the export to make */
export function refuseCameraRaw(filename: string): void {
  const refusal = cameraRawRefusal(filename);
  if (refusal) throw refusal;
}
