/** SQLITE_CORRUPT and SQLITE_NOTADB: https://www.sqlite.org/rescode.html */
const DAMAGE = new Set([11, 26]);

/**
 * What is thrown when SQLite cannot open a file of a data folder: words for a person where it is
 * damaged, else what SQLite threw.
 * @param otherwise what else may be done than to put the file back
 */
export function ofDamagedFile(path: string, error: unknown, otherwise = ''): unknown {
  const { errcode = 0, message } = error as Error & { readonly errcode?: number };
  if (!DAMAGE.has(errcode & 0xff)) return error;
  return new Error(
    `The file ${path} is damaged (${message}). Put it back from a copy of the data folder${otherwise}.`,
    { cause: error },
  );
}
