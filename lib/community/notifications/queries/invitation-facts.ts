import { shortestPath } from '#lib/catalog/graph/queries/path.ts';
import { readPublicStatements } from '#lib/catalog/statements/queries/owner-statements.ts';
import { isSuppressed } from '#lib/catalog/visibility/model.ts';
import { encodeList, isInList } from '#lib/platform/db/prepared.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import { invitations } from '#lib/platform/db/schema/invitations.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import { dayInWords } from '#lib/platform/text/day.ts';
import { excerptOf } from '../model/excerpt.ts';
import type { NotificationFacts } from '../model/notification-text.ts';

const maxNamed = 3;

/**
 * Returns what the recipient of each invitation reads about it: its state, and while it is open the sender's role and institution, the
 * beginning of the text, the co-authors of both, and until when it can be answered. Read when it is shown: no private text is stored twice.
 */
export async function invitationFactsOf(reader: Reader, ids: readonly string[]): Promise<Map<string, NotificationFacts>> {
  const rows = ids.length > 0 ? await reader.prepared(selectInvitations, { ids: encodeList(ids) }) : [];
  const facts = await Promise.all(
    rows.map(async (row): Promise<[string, NotificationFacts]> => {
      const { id, state, message, expiresAt, senderAuthorId, recipientAuthorId } = row;
      if (state !== 'sent' && state !== 'seen') return [id, { state }];
      const sides = await reader.prepared(selectSides, { ids: encodeList([senderAuthorId, recipientAuthorId]) });
      const sender = sides.find((side) => side.id === senderAuthorId);
      const recipient = sides.find((side) => side.id === recipientAuthorId);
      const open = { state, excerpt: excerptOf(message), until: dayInWords(expiresAt) };
      if (!sender || isSuppressed(sender)) return [id, open];
      const role = (await readPublicStatements(reader, sender))?.role?.text;
      const from = [role, sender.affiliation?.name].filter(Boolean).join(', ');
      const common = recipient ? (await shortestPath(reader, sender.key, recipient.key)).common : [];
      return [id, { ...open, ...(from && { from }), ...(common.length > 0 && { common: describeCommon(common) }) }];
    }),
  );
  return new Map(facts);
}

const selectInvitations = (reader: Reader) => reader.select().from(invitations).where(isInList(invitations.id, 'ids')).prepare();
const selectSides = (reader: Reader) => reader.select().from(authors).where(isInList(authors.id, 'ids')).prepare();

function describeCommon(people: readonly { name: string }[]): string {
  const names = people.slice(0, maxNamed).map(({ name }) => name);
  const more = people.length - names.length;
  return `${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
