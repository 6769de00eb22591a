import { bundleWeb } from '../../web/bundle.ts';

// Stays until the files were taken, and ends where nobody takes them any more.
process.once('disconnect', () => process.exit());
process.send?.(await bundleWeb());
