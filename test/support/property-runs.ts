/**
 * How a property of the whole service is tried: so many times, on a seed that fast-check prints
 * where it fails. `SEED=7 npm test -- PATH` gives another one; `npm run soak:properties` tries more,
 * on a new seed each time.
 * @param seed of a usual run, the same every time; undefined for a new one each time
 */
export function propertyRuns(numRuns: number, seed: number | undefined) {
  const { SEED, RUNS } = process.env;
  const given = SEED === undefined ? undefined : Number(SEED);
  const taken = given ?? (RUNS === undefined ? seed : undefined);
  return {
    numRuns: RUNS === undefined ? numRuns : Number(RUNS),
    ...(taken === undefined ? {} : { seed: taken }),
    endOnFailure: true,
  };
}
