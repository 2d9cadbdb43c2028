import { formatCount, joinWords } from '#components/ui/sentence.ts';
import type { EvidenceAgainst, EvidenceFor } from '#lib/governance/identity/model/namesakes.ts';

/** Returns evidence for one person, as a sentence without subject: "two works share co-authors: …". */
export function evidenceForText(bond: EvidenceFor): string {
  if (bond.kind === 'orcid') return `${formatCount(bond.works, 'work')} with the ORCID iD ${bond.orcid}`;
  if (bond.kind === 'email') return `${formatCount(bond.works, 'work')} that print one address`;
  if (bond.kind === 'coauthors') return `co-authors in common: ${joinWords(bond.names)} (${formatCount(bond.works, 'work')})`;
  if (bond.kind === 'affiliation') return `one affiliation: ${joinWords(bond.names)}`;
  if (bond.kind === 'venue') return `published at ${joinWords(bond.names)}`;
  if (bond.kind === 'topic') return `words in common: ${bond.words.join(', ')}`;
  if (bond.kind === 'name') return `written as “${bond.written}”`;
  return bond.from === bond.to ? `all of ${bond.from}` : `years ${bond.from} to ${bond.to}`;
}

/** Returns evidence for two people. */
export function evidenceAgainstText(divide: EvidenceAgainst): string {
  if (divide.kind === 'orcid') return `different ORCID iDs: ${divide.one} and ${divide.other}`;
  if (divide.kind === 'same_work') return `they wrote ${divide.works === 1 ? 'one work' : `${divide.works} works`} together`;
  if (divide.kind === 'name') return `different given names: “${divide.one}” and “${divide.other}”`;
  if (divide.kind === 'coauthors') return 'no co-author in common';
  if (divide.kind === 'affiliation') return `different places: ${divide.one}; ${divide.other}`;
  if (divide.kind === 'venue') return 'no venue in common';
  if (divide.kind === 'topic') return 'no word of a title in common';
  return `${divide.gap} years without a work, between ${divide.from} and ${divide.to}`;
}
