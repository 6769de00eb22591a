import type { Engine } from '../../../layers/app/ports/sources/engine.ts';
import type { Probe } from '../../../layers/domain/sources/probe.ts';

/** An engine that opens each file once to say what it holds: that costs more than many a read. */
export function probingOnce(engine: Engine): Engine {
  const probes = new Map<string, Promise<Probe>>();
  return {
    ...engine,
    probe(input, signal) {
      const known = probes.get(input) ?? engine.probe(input, signal);
      probes.set(input, known);
      return known;
    },
  };
}
