export default function tearDown(): void {
  globalThis.dynamoLocal?.kill('SIGKILL');
}
