import { z } from 'zod';
import { dayOf } from '#lib/platform/clock.ts';

const domain = z.object({
  events: z.array(z.object({ eventAction: z.string(), eventDate: z.string() })).default([]),
});

/**
 * Reads the day on which a domain was registered (YYYY-MM-DD) from the answer of its registry (RDAP, RFC 9083, 4.5 and 10.2.3): the
 * present registration, so that a domain that has lapsed and was bought again has the later day. Null where it does not say.
 */
export function readRegistration(json: unknown): string | null {
  const read = domain.safeParse(json);
  if (!read.success) return null;
  const days = read.data.events
    .filter(({ eventAction }) => eventAction === 'registration' || eventAction === 'reregistration' || eventAction === 'transfer')
    .map(({ eventDate }) => new Date(eventDate))
    .filter((at) => !Number.isNaN(at.getTime()))
    .map(dayOf);
  return days.sort().at(-1) ?? null;
}
