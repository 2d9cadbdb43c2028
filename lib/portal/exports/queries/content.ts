import type { Actor } from '#lib/platform/auth/actor.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import type { ExportContent } from '../model/archive.ts';
import { pickFields, type SchemaInput } from '../model/format.ts';
import { accountContent, actsContent } from './account.ts';
import { archivedRows, archiveFileSchemas } from './archived-rows.ts';
import { claimsContent, reviewsContent } from './claims.ts';
import { boundariesContent, collaborationsContent, invitationsContent, threadsContent } from './people.ts';
import { changesContent, recordsContent, statementsContent, trustContent } from './records.ts';
import {
  followsContent,
  notificationsContent,
  reportsContent,
  savedWorksContent,
  searchesContent,
  settingsContent,
  visibilityContent,
} from './security-history.ts';

type Parts = { [File in keyof ExportContent]: (reader: Reader, actor: Actor) => Promise<SchemaInput<ExportContent[File]>> };

const parts: Parts = {
  account: accountContent,
  claims: claimsContent,
  reviews: reviewsContent,
  acts: actsContent,
  records: recordsContent,
  trust: trustContent,
  words: statementsContent,
  follows: followsContent,
  searches: searchesContent,
  saved: savedWorksContent,
  notifications: notificationsContent,
  settings: settingsContent,
  invitations: invitationsContent,
  threads: threadsContent,
  collaborations: collaborationsContent,
  boundaries: boundariesContent,
  reports: reportsContent,
  changes: changesContent,
  visibility: visibilityContent,
  exports: () => Promise.resolve({}),
};

/** Returns all data that this instance stores about an account, in the archive format. Fields that the format does not name are dropped. */
export async function exportContentOf(reader: Reader, actor: Actor): Promise<ExportContent> {
  const content: Record<string, unknown> = {};
  for (const [name, part] of Object.entries(parts)) {
    const form = archiveFileSchemas[name];
    const value = { ...(await part(reader, actor)), ...(await archivedRows(reader, actor.accountId, name)) };
    content[name] = form?.parse(pickFields(form, value));
    // Yields to the event loop between kinds, since SQLite reads block the thread.
    await new Promise((resolve) => setImmediate(resolve));
  }
  return content as ExportContent;
}
