import { channel } from 'node:diagnostics_channel';
import { WAITING_CHANNEL, type WaitsForOthers } from '../../app/ports/waiting.ts';

const waiting = channel(WAITING_CHANNEL);

export const waitsForOthers: WaitsForOthers =
  (work) =>
  (...given) => {
    waiting.publish(undefined);
    return work(...given);
  };
