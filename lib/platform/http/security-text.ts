import { contactUrl } from '#lib/platform/site.ts';

const securityTextPath = '/.well-known/security.txt';

/** Number of days after which a client must request the file again. RFC 9116, 2.5.5, recommends less than a year. */
const validDays = 180;

const dayMs = 86_400_000;

/** RFC 9116, 2.4, allows web addresses only with https. */
const isAllowed = (url: string): boolean => !/^http:/i.test(url);

/**
 * Renders the contact for security reports (RFC 9116). The expiry is the start of a day (UTC), so that the text is equal for a whole day.
 * @returns null if there is no contact, or only a page without https
 */
export function securityText({ contact, base, now }: { contact: string | null; base: string; now: Date }): string | null {
  const url = contact === null ? null : contactUrl(contact);
  if (url === null || !isAllowed(url)) return null;
  const expires = new Date((Math.floor(now.getTime() / dayMs) + validDays) * dayMs);
  const lines = [`Contact: ${url}`, `Expires: ${expires.toISOString().replace('.000', '')}`];
  const canonical = `${base}${securityTextPath}`;
  if (isAllowed(canonical)) lines.push(`Canonical: ${canonical}`);
  return `${lines.join('\n')}\n`;
}
