/** Targets of docs/performance.md: upper bounds of costs, lower bounds of shares and rates. */
const targets = {
  'cached page, CPU-ms': { max: 0.03 },
  'cached page, share of nginx': { min: 0.6 },
  'hits among pages asked before, with writes, %': { min: 98 },
  'fresh draws with writes, CPU-ms': { max: 4 },
  'pages asked before with writes, CPU-ms': { max: 1 },
  'hits with filled page files and writes, %': { min: 97 },
  'requests with filled page files and writes, CPU-ms': { max: 1 },
  'requests with filled page files and writes, p99 ms': { max: 50 },
  'mixed load, requests a second with p99 below 100 ms': { min: 500 },
  'rendered record of 22 works, CPU-ms': { max: 15 },
  'rendered record of 351 works, CPU-ms': { max: 25 },
  'rendered record of 5,000 works, CPU-ms': { max: 25 },
  'rendered work page, CPU-ms': { max: 10 },
  'record of 22 works, signed in, CPU-ms': { max: 0.6 },
  'feed of a member, CPU-ms': { max: 6 },
  'feed of a member with 1,000 follows, CPU-ms': { max: 8 },
  'dashboard of a member, CPU-ms': { max: 6 },
  'notifications, CPU-ms': { max: 6 },
  'messages, CPU-ms': { max: 6 },
  'security settings, CPU-ms': { max: 6 },
  'notification settings, CPU-ms': { max: 6 },
  'network of a member, CPU-ms': { max: 6 },
  'data settings, CPU-ms': { max: 6 },
  'saved works, CPU-ms': { max: 6 },
  'profile, by a member who has one, CPU-ms': { max: 0.6 },
  'search page, CPU-ms': { max: 8 },
  'suggestions over HTTP, CPU-ms': { max: 0.7 },
  'works search, p99 ms': { max: 4 },
  'works search, % of queries with the top ten of an exact ranking': { min: 95 },
  'names search, p99 ms': { max: 3 },
  'growth exponent of names search': { max: 0.5 },
  'graph slice at random, p99 ms': { max: 10 },
  'graph slice of hubs, p99 ms': { max: 25 },
  'path over up to six links, p99 ms': { max: 15 },
  'paths as long as those of graphology, %': { min: 100 },
  'memory of the links of all people, MB': { max: 60 },
  'durable follow with 8 at once, a second': { min: 1_500 },
  'durable follow with 8 at once, p99 ms': { max: 20 },
  'durable follow with 8 at once, CPU-ms': { max: 0.6 },
  'import of the Anthology, CPU-s': { max: 50 },
  'import of the Anthology into PostgreSQL, times SQLite': { max: 1.2 },
  'one record above an unchanged file, CPU-s': { max: 0.5 },
  'jobs after one record, CPU-s': { max: 0.5 },
  'jobs after an added work, CPU-s': { max: 0.2 },
  'one record above an unchanged file at 4 times the works, CPU-s': { max: 0.5 },
  'jobs after one record at 4 times the works, CPU-s': { max: 0.5 },
  'jobs after an added work at 4 times the works, CPU-s': { max: 0.2 },
  'page of another server after a follow, ms': { max: 1_000 },
  'memory of server, renderer and worker, MB': { max: 700 },
  'memory of an idle server, MB': { max: 250 },
  'memory of an idle worker, MB': { max: 150 },
  'start of a built instance, s': { max: 2.5 },
} as const satisfies Record<string, { max: number } | { min: number }>;

/** Prints a measurement, its target, and whether it is met. */
export function report(measure: keyof typeof targets, value: number): void {
  const target: { max?: number; min?: number } = targets[measure];
  const isMet = value <= (target.max ?? Number.POSITIVE_INFINITY) && value >= (target.min ?? 0);
  const bound = target.max === undefined ? `≥ ${target.min}` : `≤ ${target.max}`;
  const digits = Math.abs(value) < 0.1 ? 3 : Math.abs(value) < 10 ? 2 : 0;
  console.log(`${isMet ? 'held  ' : 'missed'}  ${measure.padEnd(58)} ${value.toFixed(digits).padStart(8)}   target ${bound}`);
}
