export interface VideoObject {
  readonly contentUrl?: string;
  readonly embedUrl?: string;
  readonly name?: string;
  readonly inLanguage?: string;
}

/** Things looked at in one block; a page that describes more describes no one video. */
const MOST_THINGS = 5000;

/** The videos that a block of JSON-LD describes, wherever in its graph they stand. */
export function videoObjects(block: string): VideoObject[] {
  const found: VideoObject[] = [];
  const open: unknown[] = [parsed(block)];
  for (let seen = 0; seen < open.length && seen < MOST_THINGS; seen += 1) {
    const thing = open[seen];
    if (typeof thing !== 'object' || thing === null) continue;
    if ([Reflect.get(thing, '@type')].flat().includes('VideoObject')) {
      found.push({
        ...text(thing, 'contentUrl'),
        ...text(thing, 'embedUrl'),
        ...text(thing, 'name'),
        ...text(thing, 'inLanguage'),
      });
    }
    for (const member of Object.values(thing).slice(0, MOST_THINGS)) open.push(member);
  }
  return found;
}

function text<Name extends keyof VideoObject>(thing: object, name: Name): Pick<VideoObject, Name> {
  const value: unknown = [Reflect.get(thing, name)].flat()[0];
  return (typeof value === 'string' ? { [name]: value } : {}) as Pick<VideoObject, Name>;
}

function parsed(block: string): unknown {
  try {
    return JSON.parse(block);
  } catch {
    return undefined;
  }
}
