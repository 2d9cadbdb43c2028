import { createHash, randomBytes } from 'node:crypto';
import { and, count, eq, gt, sql } from 'drizzle-orm';
import { audit } from '../../accounts/commands/roles.ts';
import type { Actor } from '../../auth/actor.ts';
import { withinLimit } from '../../auth/limits.ts';
import type { AuthorRow } from '../../authors/queries/find.ts';
import { later, now } from '../../clock.ts';
import { authors } from '../../db/schema/authors.ts';
import { visibilityRequests } from '../../db/schema/identity.ts';
import type { Writer } from '../../db/store.ts';
import { env } from '../../env.ts';
import { newId } from '../../id.ts';
import { indexWorksAnew } from '../../imports/commands/works.ts';
import { enqueue } from '../../jobs/queue.ts';
import { emailAddress } from '../../mail/address.ts';
import { visibilityLetter } from '../../mail/letters.ts';
import { done, type Outcome, refused } from '../../outcome.ts';
import { nameIn } from '../../reports/model.ts';
import { openReview } from '../../reviews/commands/open.ts';
import { logEvent } from '../../trust/commands/log.ts';
import { isLess, isVisibility, linkHours, type Visibility, type VisibilityInput } from '../model/visibility.ts';
import { worksOn } from '../queries/records.ts';
import { anyRecord, isOperator, isOwner, lightProof } from '../queries/visibility.ts';

/** Shows a record's name, or shows it less: the record and all that is derived of it follow. Who asked is not in the log. */
async function show(tx: Writer, authorId: string, to: Visibility): Promise<void> {
  const [before] = await tx.select({ key: authors.key, visibility: authors.visibility }).from(authors).where(eq(authors.id, authorId));
  if (!before || before.visibility === to) return;
  await tx
    .update(authors)
    .set({ visibility: to, stale: true, revision: sql`${authors.revision} + 1`, updatedAt: now() })
    .where(eq(authors.id, authorId));
  // A suppressed name was taken out of the documents of its works: they are written anew with it.
  if (before.visibility === 'suppressed')
    await indexWorksAnew(
      tx,
      (await worksOn(tx, before.key)).map(({ key }) => key),
    );
  await logEvent(tx, { authorId, kind: 'visibility_changed', facts: { to } });
  await enqueue(tx, { kind: 'refresh-authors', payload: {}, onceKey: 'refresh-authors' });
}

/** The owner of a record, or the operator, sets at once how its name is shown. */
export async function setVisibility(
  tx: Writer,
  actor: Actor,
  { authorId, wanted }: { authorId: string; wanted: Visibility },
): Promise<Outcome<void, 'not_your_record'>> {
  const by = (await isOwner(tx, actor, authorId)) ? 'owner' : (await isOperator(tx, actor)) ? 'operator' : null;
  if (!by) return refused('not_your_record');
  const at = now();
  await tx.insert(visibilityRequests).values({ id: newId(), authorId, wanted, by, state: 'applied', requestedAt: at, decidedAt: at });
  if (by === 'operator') {
    const entry = { accountId: actor.accountId, action: 'visibility.set', subject: 'author', subjectId: authorId, facts: { wanted } };
    await audit(tx, entry);
  }
  await show(tx, authorId, wanted);
  return done(undefined);
}

const perNetwork = { times: 10, minutes: 60 };
const perAddress = { times: 5, minutes: 60 };
/** More open questions about one record say nothing new. */
const mostOpen = 3;

const hashed = (code: string): string => createHash('sha256').update(code).digest('base64url');
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';
const newCode = (): string => Array.from(randomBytes(32), (byte) => alphabet[byte & 31]).join('');

/**
 * Asks, without an account, that a name be shown less, or again. Where an address ties whoever asks to the record, a link that works
 * once goes there; else people decide. The answer is one and the same whatever is known of the record and the address.
 */
export async function askVisibility(
  tx: Writer,
  network: string,
  input: VisibilityInput,
): Promise<Outcome<void, 'too_many_reports' | 'bad_address'>> {
  if (!(await withinLimit(tx, 'visibility', network, perNetwork))) return refused('too_many_reports');
  const address = input.email ? emailAddress(input.email) : null;
  if (address && !address.ok) return refused('bad_address');
  const author = await anyRecord(tx, nameIn(input.record, 'author'));
  // What an owner has chosen is theirs to change.
  if (!author || author.ownerId !== null || author.visibility === input.wanted) return done(undefined);
  const email = address?.ok ? address.value : null;
  const tie = email ? await lightProof(tx, author, email) : null;
  // Colleagues have addresses at the same place: they may hide a name for whoever fears it, but not bring one back into the light.
  const isEnough = tie === 'printed_email' || (tie !== null && isVisibility(author.visibility) && isLess(input.wanted, author.visibility));
  if (email && tie && isEnough) await sendLink(tx, author, { wanted: input.wanted, email, tie });
  else await putToReviewers(tx, author, input);
  return done(undefined);
}

async function sendLink(
  tx: Writer,
  author: AuthorRow,
  { wanted, email, tie }: { wanted: Visibility; email: string; tie: string },
): Promise<void> {
  if (!(await withinLimit(tx, 'visibility-mail', email, perAddress))) return;
  const at = now();
  const code = newCode();
  const id = newId();
  const row = { id, authorId: author.id, wanted, by: tie, state: 'sent', tokenHash: hashed(code), contact: email };
  const expiresAt = later(at, linkHours * 3_600_000);
  await tx.insert(visibilityRequests).values({ ...row, requestedAt: at, expiresAt });
  const link = `${env().PUBLIC_URL}/visibility/confirm?request=${id}&code=${code}`;
  await enqueue(tx, { kind: 'send-mail', payload: { to: email, ...visibilityLetter({ link, hours: linkHours, wanted }) } });
}

async function putToReviewers(tx: Writer, author: AuthorRow, { wanted, reason }: VisibilityInput): Promise<void> {
  const open = and(eq(visibilityRequests.authorId, author.id), eq(visibilityRequests.state, 'open'));
  const [waiting] = await tx.select({ requests: count() }).from(visibilityRequests).where(open);
  if ((waiting?.requests ?? 0) >= mostOpen) return;
  const id = newId();
  const row = { id, authorId: author.id, wanted, by: 'unproven', state: 'open', reason: reason || null, requestedAt: now() };
  await tx.insert(visibilityRequests).values(row);
  await openReview(tx, { kind: 'suppression', subjectId: id, authorId: author.id, parties: [] });
}

/** Uses the link of a mail, once: a conditional update, so that of two who use it one does. */
export async function confirmVisibility(
  tx: Writer,
  { request, code }: { request: string; code: string },
): Promise<Outcome<{ wanted: Visibility }, 'visibility_link_used'>> {
  const usable = and(
    eq(visibilityRequests.id, request),
    eq(visibilityRequests.state, 'sent'),
    eq(visibilityRequests.tokenHash, hashed(code)),
    gt(visibilityRequests.expiresAt, now()),
  );
  const used = { state: 'applied', tokenHash: null, contact: null, decidedAt: now() };
  const [row] = await tx.update(visibilityRequests).set(used).where(usable).returning();
  if (!row || !isVisibility(row.wanted)) return refused('visibility_link_used');
  const [author] = await tx.select({ ownerId: authors.ownerId }).from(authors).where(eq(authors.id, row.authorId));
  // It was claimed since: its owner decides.
  if (author && author.ownerId === null) await show(tx, row.authorId, row.wanted);
  return done({ wanted: row.wanted });
}

/** What reviewers have decided on a request. */
export async function decideVisibility(
  tx: Writer,
  requestId: string,
  decision: 'approve' | 'reject',
): Promise<Outcome<void, 'unknown_request'>> {
  const open = and(eq(visibilityRequests.id, requestId), eq(visibilityRequests.state, 'open'));
  const state = decision === 'approve' ? 'applied' : 'rejected';
  const [row] = await tx.update(visibilityRequests).set({ state, decidedAt: now() }).where(open).returning();
  if (!row) return refused('unknown_request');
  const [author] = await tx.select({ ownerId: authors.ownerId }).from(authors).where(eq(authors.id, row.authorId));
  // It was claimed since: its owner decides.
  if (decision === 'approve' && author?.ownerId === null && isVisibility(row.wanted)) await show(tx, row.authorId, row.wanted);
  return done(undefined);
}

/** Forgets links that nobody has used: neither the address nor the token is kept any longer. */
export async function forgetLinks(tx: Writer): Promise<void> {
  const text = `update visibility_requests set state = 'expired', token_hash = null, contact = null
    where state = 'sent' and expires_at <= ? returning id`;
  await tx.lookup(text, [], [now()]);
}
