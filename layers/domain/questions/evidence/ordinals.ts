/** Words that name a place in an order, by it. */
export const ORDINALS: readonly string[] = [
  ...['first', 'second', 'third', 'fourth', 'fifth'],
  ...['sixth', 'seventh', 'eighth', 'ninth', 'tenth'],
];
