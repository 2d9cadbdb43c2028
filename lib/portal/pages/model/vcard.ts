import type { AuthorView } from './author-record.ts';

type Card = Pick<AuthorView, 'id' | 'slug' | 'name' | 'family' | 'kind' | 'orcid' | 'affiliation' | 'owner' | 'updatedAt'>;

const escapeText = (text: string): string => text.replaceAll(/[\\,;]/g, '\\$&').replaceAll(/\r\n|\r|\n/g, '\\n');

const maxOctets = 75;

/** Folds a line that is longer than 75 octets, between characters (RFC 6350, section 3.2). */
function fold(line: string): string {
  const lines = [''];
  let octets = 0;
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (octets + size > maxOctets) {
      lines.push(' ');
      octets = 1;
    }
    lines[lines.length - 1] += character;
    octets += size;
  }
  return lines.join('\r\n');
}

/**
 * Returns a profile as a vCard 4.0 (RFC 6350): what its page shows, and no address for mail, because none is public. The iD is there only if
 * the owner has signed in with it.
 */
export function vcardOf({ id, slug, name, family, kind, orcid, affiliation, owner, updatedAt }: Card, base: string): string {
  const isPerson = kind === 'person';
  const lines = [
    'BEGIN:VCARD',
    'VERSION:4.0',
    `KIND:${isPerson ? 'individual' : 'group'}`,
    `UID:${base}/authors/${id}`,
    `FN:${escapeText(name)}`,
    isPerson && family && `N:${escapeText(family)};${escapeText(name.replace(family, '').trim())};;;`,
    isPerson && affiliation && `ORG:${escapeText(affiliation.name)}`,
    owner?.role && `TITLE:${escapeText(owner.role.text)}`,
    `URL:${base}/authors/${slug}`,
    orcid?.authenticated && `URL:https://orcid.org/${orcid.id}`,
    `REV:${updatedAt.toISOString().replaceAll(/[-:]|\.\d+/g, '')}`,
    'END:VCARD',
  ];
  return `${lines
    .filter((line) => typeof line === 'string')
    .map(fold)
    .join('\r\n')}\r\n`;
}
