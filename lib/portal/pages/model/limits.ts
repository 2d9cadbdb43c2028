import type { Limit } from '#lib/platform/limits.ts';
/** Log heads of other instances. */
export const headsPerNetwork: Limit = { times: 120, minutes: 60 };
/** Upper bound on the works of one citation file. */
export const maxCited = 10_000;
/** Events of the evidence log on one page of its JSON form. */
export const eventsOnPage = 500;
/** Published heads on the page of the evidence log. */
export const shownHeads = 60;
