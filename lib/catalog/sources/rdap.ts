import { z } from 'zod';
import { dayOf } from '#lib/platform/clock.ts';

const domainSchema = z.object({ events: z.array(z.object({ eventAction: z.string(), eventDate: z.string() })).default([]) });

/**
 * Parses the date on which a domain was registered (YYYY-MM-DD) from its registry's response (RDAP, RFC 9083, 4.5 and 10.2.3). Uses the
 * current registration: a domain that lapsed and was bought again has the later date. Null if no date is stated.
 */
export function readRegistration(json: unknown): string | null {
  const parsed = domainSchema.safeParse(json);
  if (!parsed.success) return null;
  const days = parsed.data.events
    .filter(({ eventAction }) => eventAction === 'registration' || eventAction === 'reregistration' || eventAction === 'transfer')
    .map(({ eventDate }) => new Date(eventDate))
    .filter((at) => !Number.isNaN(at.getTime()))
    .map(dayOf);
  return days.sort().at(-1) ?? null;
}
