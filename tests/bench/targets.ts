/** Targets of docs/performance.md: upper bounds of costs, lower bounds of shares and rates. */
const targets = {
  'cached page, CPU-ms': { most: 0.03 },
  'cached page, share of nginx': { least: 0.6 },
  'browse without writes, % from the cache': { least: 85 },
  'browse with a follow every second, % from the cache': { least: 85 },
  'mean request of that browse, CPU-ms': { most: 1 },
  'mixed load, requests a second with p99 below 100 ms': { least: 500 },
  'rendered record of 22 works, CPU-ms': { most: 15 },
  'rendered record of 351 works, CPU-ms': { most: 25 },
  'rendered record of 5,000 works, CPU-ms': { most: 25 },
  'rendered work page, CPU-ms': { most: 10 },
  'record of 22 works, signed in, CPU-ms': { most: 1 },
  'search page, CPU-ms': { most: 8 },
  'suggestions over HTTP, CPU-ms': { most: 0.7 },
  'works search, p99 ms': { most: 4 },
  'works search, % of queries with the top ten of exact BM25': { least: 95 },
  'names search, p99 ms': { most: 3 },
  'growth exponent of names search': { most: 0.5 },
  'graph slice at random, p99 ms': { most: 3 },
  'graph slice of the best connected, p99 ms': { most: 5 },
  'durable follow with 8 at once, a second': { least: 1_500 },
  'durable follow with 8 at once, p99 ms': { most: 20 },
  'durable follow with 8 at once, CPU-ms': { most: 0.6 },
  'import of the Anthology, CPU-s': { most: 50 },
  'import of the Anthology into PostgreSQL, times SQLite': { most: 1.2 },
  'page of another server after a follow, ms': { most: 1_000 },
  'memory of an idle server, MB': { most: 250 },
  'memory of an idle worker, MB': { most: 150 },
  'start of a built instance, s': { most: 2.5 },
} as const satisfies Record<string, { most: number } | { least: number }>;

/** Prints a measurement, its target, and whether it is met. */
export function report(measure: keyof typeof targets, value: number): void {
  const target: { most?: number; least?: number } = targets[measure];
  const isHeld = value <= (target.most ?? Number.POSITIVE_INFINITY) && value >= (target.least ?? 0);
  const aim = target.most === undefined ? `≥ ${target.least}` : `≤ ${target.most}`;
  const digits = Math.abs(value) < 0.1 ? 3 : Math.abs(value) < 10 ? 2 : 0;
  console.log(`${isHeld ? 'held  ' : 'missed'}  ${measure.padEnd(58)} ${value.toFixed(digits).padStart(8)}   target ${aim}`);
}
