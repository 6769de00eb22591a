export type Attributes = Readonly<Partial<Record<string, string>>>;

/** What a tag of a playlist lists: https://www.rfc-editor.org/rfc/rfc8216#section-4.2 */
export const attributes = (text: string): Attributes =>
  Object.fromEntries(
    [...text.matchAll(/(?<![A-Z0-9-])([A-Z0-9-]+)=(?:"([^"]*)"|([^,]*))/g)].map(
      ([, name = '', quoted, plain]) => [name, quoted ?? plain ?? ''],
    ),
  );
