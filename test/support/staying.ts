/** Of a run whose process goes on. */
export const staying = {
  closing: new AbortController().signal,
  goOnLater: () => Promise.reject(new Error('the process is not about to end')),
};
