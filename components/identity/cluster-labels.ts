import { formatCount, joinWords } from '#components/ui/sentence.ts';
import type { EvidenceAgainst, EvidenceFor } from '#lib/governance/identity/model/namesakes.ts';

/** Returns evidence for one person, as a sentence without subject: "two works share co-authors: …". */
export function evidenceForText(evidence: EvidenceFor): string {
  if (evidence.kind === 'orcid') return `${formatCount(evidence.works, 'work')} with the ORCID iD ${evidence.orcid}`;
  if (evidence.kind === 'email') return `${formatCount(evidence.works, 'work')} that print one address`;
  if (evidence.kind === 'coauthors') return `co-authors in common: ${joinWords(evidence.names)} (${formatCount(evidence.works, 'work')})`;
  if (evidence.kind === 'affiliation') return `one affiliation: ${joinWords(evidence.names)}`;
  if (evidence.kind === 'venue') return `published at ${joinWords(evidence.names)}`;
  if (evidence.kind === 'topic') return `words in common: ${evidence.words.join(', ')}`;
  if (evidence.kind === 'name') return `written as “${evidence.written}”`;
  return evidence.from === evidence.to ? `all of ${evidence.from}` : `years ${evidence.from} to ${evidence.to}`;
}

/** Returns evidence for two people. */
export function evidenceAgainstText(evidence: EvidenceAgainst): string {
  if (evidence.kind === 'orcid') return `different ORCID iDs: ${evidence.one} and ${evidence.other}`;
  if (evidence.kind === 'same_work') return `they wrote ${evidence.works === 1 ? 'one work' : `${evidence.works} works`} together`;
  if (evidence.kind === 'name') return `different given names: “${evidence.one}” and “${evidence.other}”`;
  if (evidence.kind === 'coauthors') return 'no co-author in common';
  if (evidence.kind === 'affiliation') return `different places: ${evidence.one}; ${evidence.other}`;
  if (evidence.kind === 'venue') return 'no venue in common';
  if (evidence.kind === 'topic') return 'no word of a title in common';
  return `${evidence.gap} years without a work, between ${evidence.from} and ${evidence.to}`;
}
