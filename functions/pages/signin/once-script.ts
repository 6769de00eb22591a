/**
 * Sends a form once, however often somebody presses: a browser drops the answer to the first
 * sending for that to the second, and with it a session that a code was used up for, or a key that
 * is shown once. After a while it is sent again, for whoever stopped the first on its way.
 */
export const ONCE_SCRIPT = `
const HELD_MS = 10_000;
const sent = new WeakMap();

addEventListener('submit', (event) => {
  const { target, timeStamp } = event;
  if (timeStamp < sent.get(target) + HELD_MS) event.preventDefault();
  else sent.set(target, timeStamp);
});
`;
