/** Room on this machine for a file on its way. */
export interface Scratch {
  /** Makes an empty folder, and removes it with all that is in it when the work has ended. */
  inFolder<T>(work: (folder: string) => Promise<T>): Promise<T>;
  /** Bytes that still fit. */
  room(): Promise<number>;
}
