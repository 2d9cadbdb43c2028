import { asc, desc, eq } from 'drizzle-orm';
import { editOwnRecord, pinWork, setIndicatorsHidden, setPrivacy } from '#lib/catalog/ownership/commands/edit-record.ts';
import { mintOwner } from '#lib/catalog/ownership/model.ts';
import { proveOwnership } from '#lib/catalog/ownership/queries/ownership.ts';
import { parsePastedWorks } from '#lib/catalog/sources/pasted.ts';
import { statementsInput } from '#lib/catalog/statements/model/statement.ts';
import { readPublicStatements } from '#lib/catalog/statements/queries/owner-statements.ts';
import { checkCodeLinks } from '#lib/catalog/works/commands/check-code.ts';
import { followAuthor, unfollowAuthor } from '#lib/community/follows/commands/authors.ts';
import { followContext } from '#lib/community/follows/commands/contexts.ts';
import { setAvailability } from '#lib/community/invitations/commands/boundaries.ts';
import { declareCollaboration } from '#lib/community/invitations/commands/collaborations.ts';
import { acceptInvitation } from '#lib/community/invitations/commands/respond.ts';
import { invite } from '#lib/community/invitations/commands/send.ts';
import { addDraftedWorks, removeAddedWork } from '#lib/governance/additions/commands/add.ts';
import { storeDraft } from '#lib/governance/additions/commands/draft.ts';
import { draftOf } from '#lib/governance/additions/queries.ts';
import { vouchFor } from '#lib/governance/claims/commands/attestations.ts';
import { claimAuthor } from '#lib/governance/claims/commands/claim.ts';
import { withdrawClaim } from '#lib/governance/claims/commands/end.ts';
import { freezeRecord, unfreezeRecord } from '#lib/governance/claims/commands/freeze.ts';
import { mintProof } from '#lib/governance/claims/model/claim.ts';
import { acceptCorrection, lockCorrection } from '#lib/governance/corrections/commands/decide.ts';
import { suggestCorrection } from '#lib/governance/corrections/commands/suggest.ts';
import { correctionInput } from '#lib/governance/corrections/model.ts';
import { applyChange } from '#lib/governance/identity/commands/changes.ts';
import { stateOpinionsOnWorks } from '#lib/governance/identity/commands/opinions.ts';
import { proposeMerge, proposeSplit } from '#lib/governance/identity/commands/propose.ts';
import { revertChange } from '#lib/governance/identity/commands/revert-change.ts';
import { suggestSamePeople } from '#lib/governance/identity/commands/suggest-same-person.ts';
import { setVisibility } from '#lib/governance/identity/commands/visibility.ts';
import { worksOfAuthor } from '#lib/governance/identity/queries/records.ts';
import { type Actor, mintActor } from '#lib/platform/auth/actor.ts';
import { now } from '#lib/platform/clock.ts';
import { accounts, announcements, erasures, sessions } from '#lib/platform/db/schema/accounts.ts';
import { addedWorks } from '#lib/platform/db/schema/additions.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import { claims } from '#lib/platform/db/schema/claims.ts';
import { contexts } from '#lib/platform/db/schema/contexts.ts';
import { identityChanges } from '#lib/platform/db/schema/identity.ts';
import { works } from '#lib/platform/db/schema/works.ts';
import type { Store, Writer } from '#lib/platform/db/store.ts';
import { newId } from '#lib/platform/id.ts';
import { eraseAccount } from '#lib/portal/erasure/commands/erase.ts';
import { createImportedWork, importWorks, names, type World, workTitles } from './cached-pages.ts';
import { strongDns } from './evidence.ts';
import { runJobs } from './store/fixtures.ts';

/** Numbers chosen by a test that select the account, record and other parameters of a command. */
export interface Choice {
  who: number;
  on: number;
  other: number;
}

type Command = (world: World, store: Store, choice: Choice) => Promise<unknown>;

const actorOf = ({ actors }: World, { who }: Choice): Actor =>
  actors[who % actors.length] ?? mintActor({ accountId: '', name: null, email: null, emailConfirmed: false });
const recordOf = async (store: Store, at: number) => {
  const rows = await store.reader.select().from(authors).orderBy(asc(authors.key));
  const row = rows[at % rows.length];
  if (!row) throw new Error('There is no record.');
  return row;
};

/** The command has no valid target: the record has no owner, was merged, or is suppressed. The store is unchanged. */
class NoTargetError extends Error {}

/** Wraps a command that the owner of a record runs. */
const asOwner =
  (act: (store: Store, actor: Actor, record: typeof authors.$inferSelect, choice: Choice) => Promise<unknown>): Command =>
  async (world, store, choice) => {
    const record = await recordOf(store, choice.on);
    const actor = world.actors.find(({ accountId }) => accountId === record.ownerId);
    if (!actor) throw new NoTargetError();
    await act(store, actor, record, choice);
  };

const owner = async (store: Store, actor: Actor, authorId: string) => {
  const held = await proveOwnership(store.reader, actor, authorId);
  if (!held) throw new NoTargetError();
  return held;
};

/** Suggests a correction, which reviewers accept. */
async function correct(tx: Writer, input: { subjectId: string; field: string; value: string }, network: number): Promise<void> {
  const parsed = correctionInput.parse({ ...input, evidenceUrl: 'https://example.org/', note: 'As printed.' });
  const suggested = await suggestCorrection(tx, { actor: null, network: `192.0.2.${network}/32` }, parsed);
  const correction = suggested.ok ? await lockCorrection(tx, suggested.value.correctionId) : null;
  const notice = { reason: 'proof_holds', remedy: 'nothing_to_do', once: 'tests' };
  if (correction) await acceptCorrection(tx, correction, { by: 'reviewers', accountId: null, notice });
}

/** Commands that change pages. Each runs in a transaction of `store`, which can be that of another process. */
export const commands: Record<string, Command> = {
  follow: async (world, store, choice) => {
    const { id } = await recordOf(store, choice.on);
    await store.transact((tx) => followAuthor(tx, actorOf(world, choice), { authorId: id }));
  },
  unfollow: async (world, store, choice) => {
    const { id } = await recordOf(store, choice.on);
    await store.transact((tx) => unfollowAuthor(tx, actorOf(world, choice), { authorId: id }));
  },
  followContext: async (world, store, choice) => {
    const rows = await store.reader.select({ id: contexts.id }).from(contexts).orderBy(asc(contexts.key));
    const contextId = rows[choice.on % rows.length]?.id ?? '';
    await store.transact((tx) => followContext(tx, actorOf(world, choice), { contextId, want: choice.other % 2 ? 'on' : 'off' }));
  },
  claim: async (world, store, choice) => {
    const { id } = await recordOf(store, choice.on);
    const actor = actorOf(world, choice);
    const proof = mintProof(strongDns(`d${choice.other}.example`), actor.accountId, id);
    await store.transact((tx) => claimAuthor(tx, actor, { authorId: id, proof }));
  },
  withdrawClaim: async (world, store, choice) => {
    const actor = actorOf(world, choice);
    const [claim] = await store.reader.select().from(claims).where(eq(claims.accountId, actor.accountId)).orderBy(desc(claims.createdAt));
    if (claim) await store.transact((tx) => withdrawClaim(tx, actor, { claimId: claim.id }));
  },
  vouch: asOwner(async (store, actor, record, { other }) => {
    const { id } = await recordOf(store, other);
    await store.transact((tx) => vouchFor(tx, actor, { authorId: id, fromAuthorId: record.id }));
  }),
  state: asOwner(async (store, actor, record, { other }) => {
    const held = await owner(store, actor, record.id);
    const before = await readPublicStatements(store.reader, record);
    const said = statementsInput.parse({
      authorId: record.id,
      biography: `I count lamps ${other}.`,
      affiliation: other % 2 ? 'Institute of Lamps' : '',
    });
    await store.transact((tx) => editOwnRecord(tx, held, { ...said, seen: (before as { seen?: string } | null)?.seen ?? '' }));
  }),
  hide: asOwner(async (store, actor, record, { other }) => {
    const held = await owner(store, actor, record.id);
    const hidden = (['coauthors', 'affiliations', 'years', 'names', 'followers'] as const).filter((_, at) => (other >> at) % 2);
    await store.transact((tx) => setPrivacy(tx, held, { authorId: record.id, hidden: [...hidden], indexed: other % 3 ? 'yes' : 'no' }));
  }),
  hideIndicators: asOwner(async (store, actor, record, { other }) => {
    const held = await owner(store, actor, record.id);
    await store.transact((tx) => setIndicatorsHidden(tx, held, { hidden: other % 2 === 0 }));
  }),
  beOpen: asOwner(async (store, actor, record, { other }) => {
    const held = await owner(store, actor, record.id);
    await store.transact((tx) =>
      setAvailability(tx, held, { open: other % 2 === 0, purposes: ['co-author'], note: `Write about ${other}.` }),
    );
  }),
  pin: asOwner(async (store, actor, record, { other }) => {
    const rows = await store.reader.select({ id: works.id }).from(works).orderBy(asc(works.key));
    const held = await owner(store, actor, record.id);
    const workId = rows[other % rows.length]?.id ?? '';
    await store.transact((tx) => pinWork(tx, held, { authorId: record.id, workId, operation: other % 2 ? 'pin' : 'unpin' }));
  }),
  disown: asOwner(async (store, actor, record, { other }) => {
    const rows = await store.reader.select({ id: works.id }).from(works).orderBy(asc(works.key));
    const workId = rows[other % rows.length]?.id ?? '';
    const opinion = other % 2 ? 'not_mine' : 'mine';
    await store.transact((tx) => stateOpinionsOnWorks(tx, actor, { authorId: record.id, opinions: new Map([[workId, opinion]]) }));
  }),
  suppress: asOwner(async (store, actor, record, { other }) => {
    const wanted = (['suppressed', 'search_only', 'visible'] as const)[other % 3] ?? 'visible';
    await store.transact((tx) => setVisibility(tx, actor, { authorId: record.id, wanted }));
  }),
  merge: async (world, store, choice) => {
    const [one, other] = [await recordOf(store, choice.on), await recordOf(store, choice.other)];
    const asked = await store.transact((tx) =>
      proposeMerge(tx, actorOf(world, choice), { authorId: one.id, otherId: other.id, reason: 'They are one person.' }),
    );
    if (asked.ok && !asked.value.applied) await store.transact((tx) => applyChange(tx, asked.value.changeId));
  },
  revertMerge: async (_, store) => {
    const [change] = await store.reader.select().from(identityChanges).orderBy(desc(identityChanges.proposedAt)).limit(1);
    if (change) await store.transact((tx) => revertChange(tx, change.id));
  },
  import: async (_, store, { on, other }) => {
    const title = workTitles[on % workTitles.length] ?? '';
    await importWorks(store, [
      createImportedWork(other % 3 ? title : `${title} ${other}`, [names[other % names.length] ?? '', 'Mary Somerville'], 2000 + other),
    ]);
  },
  checkCode: async (_, store, { other }) => {
    await checkCodeLinks(store, 0, async () => (other % 2 ? 200 : 404));
  },
  addWork: asOwner(async (store, actor, record, { other }) => {
    const pasted = `@article{x, title={A letter about lamps, number ${other}}, author={${record.name}}, year={${2000 + other}}}`;
    await store.transact((tx) => storeDraft(tx, actor, { authorId: record.id, ...parsePastedWorks(pasted) }));
    const seen = (await draftOf(store.reader, { accountId: actor.accountId, authorId: record.id }))?.draft.seen ?? '';
    await store.transact((tx) => addDraftedWorks(tx, actor, { authorId: record.id, seen, chosen: new Map([[0, 'new']]) }));
  }),
  removeWork: asOwner(async (store, actor, record) => {
    const [added] = await store.reader.select().from(addedWorks).where(eq(addedWorks.authorId, record.id)).limit(1);
    if (added) await store.transact((tx) => removeAddedWork(tx, actor, { authorId: record.id, workId: added.workId }));
  }),
  correctWork: async (_, store, { on, other }) => {
    const rows = await store.reader.select({ id: works.id }).from(works).orderBy(asc(works.key));
    const [field, value] = other % 2 ? (['title', `On wicks, corrected ${other}`] as const) : (['venue', `Proceedings ${other}`] as const);
    await store.transact((tx) => correct(tx, { subjectId: rows[on % rows.length]?.id ?? '', field, value }, other));
  },
  correctRecord: async (_, store, { on, other }) => {
    const { id } = await recordOf(store, on);
    await store.transact((tx) => correct(tx, { subjectId: id, field: 'affiliation', value: `Academy ${other}` }, other));
  },
  split: async (world, store, choice) => {
    const record = await recordOf(store, choice.on);
    const own = (await worksOfAuthor(store.reader, record.key)).map(({ id }) => id);
    const input = { authorId: record.id, workIds: own.slice(0, 1), otherName: record.name, reason: 'They are two people.' };
    const asked = await store.transact((tx) => proposeSplit(tx, actorOf(world, choice), input));
    if (asked.ok && !asked.value.applied) await store.transact((tx) => applyChange(tx, asked.value.changeId));
  },
  collaborate: asOwner(async (store, actor, record, { on, other }) => {
    const recipient = await recordOf(store, on === other ? other + 1 : other);
    const input = { recipientAuthorId: recipient.id, purpose: 'co-author' as const, message: 'Shall we write about lamps? '.repeat(5) };
    const invited = await store.transact((tx) => invite(tx, actor, input));
    const held = recipient.ownerId === null ? null : mintOwner(recipient.ownerId, recipient.id);
    if (!invited.ok || !held) return;
    const accepted = await store.transact((tx) => acceptInvitation(tx, held, invited.value));
    if (!accepted.ok) return;
    for (const accountId of [record.ownerId, recipient.ownerId]) {
      const member = mintActor({ accountId: accountId ?? '', name: null, email: null, emailConfirmed: true });
      await store.transact((tx) => declareCollaboration(tx, member, accepted.value));
    }
  }),
  freeze: async (_, store, { on, other }) => {
    const { id } = await recordOf(store, on);
    await store.transact((tx) => (other % 2 ? freezeRecord(tx, id) : unfreezeRecord(tx, id)));
  },
  suggestSame: async (_, store) => {
    const rows = await store.reader.select({ key: authors.key }).from(authors).orderBy(asc(authors.key));
    await store.transact((tx) =>
      suggestSamePeople(
        tx,
        rows.map(({ key }) => key),
      ),
    );
  },
  erase: async (_, store, { who }) => {
    const [claim] = await store.reader.select().from(claims).orderBy(asc(claims.createdAt)).limit(1).offset(who);
    if (!claim) throw new NoTargetError();
    const { accountId } = claim;
    await store.transact((tx) => tx.insert(erasures).values({ accountId, requestedAt: now(), runAt: now() }).onConflictDoNothing());
    await eraseAccount(store, { accountId });
    // The account of a person who returns, for later commands.
    await store.transact((tx) => tx.insert(accounts).values({ id: accountId, name: 'One', createdAt: now() }).onConflictDoNothing());
  },
  announce: async (_, store, { other }) => {
    const at = now();
    const until = new Date(at.getTime() + 60_000 * (other + 1));
    await store.transact((tx) =>
      tx.insert(announcements).values({ id: newId(), text: `Lamps ${other}`, href: null, from: at, until, createdBy: 'x' }),
    );
  },
  jobs: async (_, store) => {
    await runJobs(store);
  },
  session: async (world, store, choice) => {
    const row = {
      sessionToken: newId(),
      userId: actorOf(world, choice).accountId,
      expires: new Date(now().getTime() + 1e6),
      createdAt: now(),
    };
    await store.transact((tx) => tx.insert(sessions).values(row as never));
  },
};

/** Runs a command. @returns false if it has no valid target, so that the store is unchanged */
export const runCommand = async (world: World, store: Store, name: string, choice: Choice): Promise<boolean> => {
  try {
    await commands[name]?.(world, store, choice);
    return true;
  } catch (error) {
    if (error instanceof NoTargetError) return false;
    throw error;
  }
};
