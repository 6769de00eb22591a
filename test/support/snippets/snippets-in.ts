const LANGUAGES = ['sh', 'bash', 'js', 'ts'] as const;
type Language = (typeof LANGUAGES)[number];

/** A block of code of a page that a reader may run. */
export interface Snippet {
  readonly language: Language;
  readonly code: string;
  /** Line of the page on which it begins, from 1. */
  readonly line: number;
  /** Why it is not run; undefined for one that is. */
  readonly notRun: string | undefined;
  /** The file that it is kept as, for snippets below it. */
  readonly file: string | undefined;
  /** True where the page shows an answer that is an error. */
  readonly isRefused: boolean;
}

const FENCE = /^```(\S*)\n([\s\S]*?)^```$/gm;
/** Marks stand on the line before a block, in comments that a reader of the page does not see. */
const MARK = /<!-- (not run|file|refused)(?:: (.+?))? -->\n$/;

const isLanguage = (name: string): name is Language =>
  (LANGUAGES as readonly string[]).includes(name);

/** The snippets of a page in Markdown, in its order. */
export function snippetsIn(page: string): Snippet[] {
  return [...page.matchAll(FENCE)].flatMap(({ 1: language = '', 2: code = '', index }) => {
    if (!isLanguage(language)) return [];
    const before = page.slice(0, index);
    const [, mark, says] = MARK.exec(before) ?? [];
    return [
      {
        language,
        code,
        line: before.split('\n').length + 1,
        notRun: mark === 'not run' ? (says ?? '') : undefined,
        file: mark === 'file' ? says : undefined,
        isRefused: mark === 'refused',
      },
    ];
  });
}
