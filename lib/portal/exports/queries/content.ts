import type { Actor } from '#lib/platform/auth/actor.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import type { ExportContent } from '../model/archive.ts';
import { type Filling, filled } from '../model/format.ts';
import { accountPart, actsPart } from './account.ts';
import { archivedRows, archiveForms } from './archived-rows.ts';
import { claimsPart, reviewsPart } from './claims.ts';
import { boundariesPart, collaborationsPart, invitationsPart, threadsPart } from './people.ts';
import { changesPart, recordsPart, statementsPart, trustPart } from './records.ts';
import {
  followsPart,
  notificationsPart,
  reportsPart,
  savedWorksPart,
  searchesPart,
  settingsPart,
  visibilityPart,
} from './security-history.ts';

type Parts = { [File in keyof ExportContent]: (reader: Reader, actor: Actor) => Promise<Filling<ExportContent[File]>> };

const parts: Parts = {
  account: accountPart,
  claims: claimsPart,
  reviews: reviewsPart,
  acts: actsPart,
  records: recordsPart,
  trust: trustPart,
  words: statementsPart,
  follows: followsPart,
  searches: searchesPart,
  saved: savedWorksPart,
  notifications: notificationsPart,
  settings: settingsPart,
  invitations: invitationsPart,
  threads: threadsPart,
  collaborations: collaborationsPart,
  boundaries: boundariesPart,
  reports: reportsPart,
  changes: changesPart,
  visibility: visibilityPart,
  exports: () => Promise.resolve({}),
};

/** Returns all data that this instance stores about an account, in the archive format. Fields that the format does not name are dropped. */
export async function contentOf(reader: Reader, actor: Actor): Promise<ExportContent> {
  const content: Record<string, unknown> = {};
  for (const [name, part] of Object.entries(parts)) {
    const form = archiveForms[name];
    const value = { ...(await part(reader, actor)), ...(await archivedRows(reader, actor.accountId, name)) };
    content[name] = form?.parse(filled(form, value));
    // Yields to the event loop between kinds, since SQLite reads block the thread.
    await new Promise((resolve) => setImmediate(resolve));
  }
  return content as ExportContent;
}
