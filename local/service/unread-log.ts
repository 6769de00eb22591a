/**
 * Has this process go on when what it prints cannot be written, because the disk is full or nobody
 * reads it any more: Node ends a process whose output fails and whom nobody listens to. Lines are
 * lost until there is room again.
 */
export function outliveLog(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
}
