import { signal } from '@preact/signals';
import type { SessionResult } from '../api/types.ts';

/** Who is signed in, as this page shows it: as soon as that is known, until it is loaded again. */
export const session = signal<SessionResult | undefined>();
