import { namePartsOf } from '#lib/catalog/bibliography/names.ts';
import { toOneLine } from './citations/cited.ts';

interface AclName {
  first: string;
  last: string;
  affiliation?: string;
}

/** Splits a name as in the Anthology's XML: particle and suffix belong to the last name. */
export function splitAclName(name: string, affiliation?: string): AclName {
  const parts = namePartsOf({ name: toOneLine(name) });
  const affiliationField = affiliation && { affiliation: toOneLine(affiliation) };
  if ('literal' in parts) return { first: '', last: parts.literal, ...affiliationField };
  return { first: parts.given, last: [parts.particle, parts.family, parts.suffix].filter(Boolean).join(' '), ...affiliationField };
}
