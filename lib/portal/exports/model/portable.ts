import { z } from 'zod';
import { checkedValues, idField } from '#lib/platform/form.ts';
import { accountFile, settingsFile } from './account-files.ts';
import { type ExportFile, exportFiles, isoTime, personIds, recordRef, workRef } from './format.ts';
import { placeRef } from './people-files.ts';
import { recordsFile } from './record-files.ts';

/**
 * Parts of an archive that another instance may import. Unknown fields are dropped, since the format may gain fields. All sizes are
 * bounded, since the file is untrusted.
 */
const followFields = { state: z.enum(['on', 'muted']).catch('on'), since: isoTime };
const limitedPersonIds = personIds.extend({ works: personIds.shape.works.max(10) });

const person = z.object({ ...recordRef.shape, ...followFields, ...limitedPersonIds.shape });
const place = z.object({ ...placeRef.shape, ...followFields });
const search = z.object({
  query: z.string().min(1).max(600),
  name: z.string().max(600),
  ...followFields,
  places: z.array(z.object({ filter: z.string().max(20), ...placeRef.shape })).max(10),
});

const recordShape = recordsFile.shape.records.element.shape;
const statement = z.object({ field: z.string().max(40), value: z.string().max(100_000) });
const work = z.object(
  recordShape.works.element.pick({ id: true, title: true, identifiers: true, sources: true, position: true, as: true, opinion: true })
    .shape,
);
const record = z.object({
  ...recordRef.shape,
  owned: z.boolean(),
  ...recordsFile.shape.records.element.pick({ orcids: true, people: true, availability: true, indicatorsHidden: true }).shape,
  statements: z.array(statement).max(5_000),
  works: z.array(work).max(20_000),
});
const savedWork = z.object(workRef.shape);
export type PortableSavedWork = z.infer<typeof savedWork>;
export type PortablePerson = z.infer<typeof person>;
export type PortablePlace = z.infer<typeof place>;
export type PortableSearch = z.infer<typeof search>;
export type PortableRecord = z.infer<typeof record>;

/** Schemas of the files that are read. Other files of the ZIP are never unpacked. */
export const importFileSchemas = {
  account: z.object({ account: z.object({ name: accountFile.shape.account.shape.name.pipe(z.string().max(100).nullable()) }) }),
  follows: z.object({ people: z.array(person).max(20_000), places: z.array(place).max(20_000) }),
  searches: z.object({ searches: z.array(search).max(500) }),
  saved: z.object({ works: z.array(savedWork).max(20_000) }),
  settings: z.object({
    kinds: z.array(z.object(settingsFile.shape.kinds.element.shape)).max(200),
    digest: z
      .object({
        frequency: z.enum(['off', 'daily', 'weekly']),
        hour: z.number().int().min(0).max(23),
        weekday: z.number().int().min(1).max(7),
        timeZone: z.string().max(60),
      })
      .nullable(),
  }),
  records: z.object({ records: z.array(record).max(200) }),
} as const;

/** Content of an archive, as stored between preview and import. */
export const portable = z.object({
  origin: z.string().max(300),
  madeAt: isoTime,
  name: z.string().max(100).nullable(),
  people: importFileSchemas.follows.shape.people,
  places: importFileSchemas.follows.shape.places,
  searches: importFileSchemas.searches.shape.searches,
  savedWorks: importFileSchemas.saved.shape.works.default([]),
  kinds: importFileSchemas.settings.shape.kinds,
  digest: importFileSchemas.settings.shape.digest,
  records: importFileSchemas.records.shape.records,
  /** Number of entries of each file, as the manifest states it. */
  counts: z.record(z.string(), z.number().int().min(0)),
});
export type Portable = z.infer<typeof portable>;

/** Parts that can be imported independently, with their labels. */
export const importParts = {
  name: 'Display name',
  people: 'People you follow',
  places: 'Topics, venues and institutions you follow',
  searches: 'Saved searches',
  savedWorks: 'Saved works',
  settings: 'Notification settings',
  records: 'Your statements on your profiles',
} as const;
export type ImportPart = keyof typeof importParts;
export const importPartIds = Object.keys(importParts) as [ImportPart, ...ImportPart[]];

export const importInput = z.object({ id: idField, of: checkedValues(z.enum(importPartIds), importPartIds.length) });

/** Kinds of data that cannot be imported, with the reason and an alternative. */
const exclusionTexts: Partial<Record<ExportFile, { why: string; next: string }>> = {
  claims: {
    why: 'You proved your claim to the other instance, and this one cannot check that.',
    next: 'Claim your profiles here, from their pages.',
  },
  reviews: { why: 'Decisions of its reviewers apply to the other instance only.', next: 'Nothing is needed.' },
  trust: {
    why: 'Points are based on what an instance has checked itself.',
    next: 'Add your proofs here; the log of the other instance remains verifiable there.',
  },
  words: { why: 'An attestation applies to one instance, and may have been revoked since.', next: 'Ask your co-authors to confirm here.' },
  notifications: { why: 'They are about events on the other instance.', next: 'You have them in the archive.' },
  invitations: { why: 'They were written to people of the other instance.', next: 'Write again to people with a claimed profile here.' },
  threads: { why: 'Messages also belong to the other person, who wrote them there.', next: 'The archive contains all of them.' },
  collaborations: { why: 'It is shown only after both have confirmed it.', next: 'Confirm it again in a conversation here.' },
  boundaries: { why: 'They are about accounts, which exist on their instance only.', next: 'You can block anyone who writes to you here.' },
  reports: { why: 'They are about pages of the other instance.', next: 'If the same error is here, report it from its page.' },
  changes: { why: 'They are about profiles of the other instance.', next: 'Propose them here if they apply.' },
  visibility: { why: 'Each instance decides how it shows a name.', next: 'Request it from the profile’s page here.' },
};

export interface ExcludedKind {
  title: string;
  entries: number;
  why: string;
  next: string;
}

/** Returns the kinds of data that are not imported, with the reason. Kinds without entries are omitted. */
export const excludedKinds = (counts: Record<string, number>, titleOf: (file: ExportFile) => string): ExcludedKind[] =>
  exportFiles.flatMap((file) => {
    const [entries, exclusion] = [counts[`data/${file}.json`] ?? 0, exclusionTexts[file]];
    return exclusion && entries > 0 ? [{ title: titleOf(file), entries, ...exclusion }] : [];
  });
