/**
 * Has this process, and all that it started, end when its parent is gone. To be called before anything
 * is waited for, in a child that was forked as the leader of a process group.
 */
export function endWithParent(): void {
  const end = () => process.kill(-process.pid, 'SIGKILL');
  process.on('disconnect', end);
  // The parent ended while this process was still importing what it runs.
  if (!process.connected) end();
}
