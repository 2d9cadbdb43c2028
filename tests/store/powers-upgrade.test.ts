import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { powerLevelOf } from '#lib/catalog/powers/queries.ts';
import { endKeptStrengths } from '#lib/governance/claims/commands/adopt-method.ts';
import { mintActor } from '#lib/platform/auth/actor.ts';
import { addMs, daysMs, now, setClock } from '#lib/platform/clock.ts';
import { dialect } from '#lib/platform/db/columns.ts';
import { addedWorks } from '#lib/platform/db/schema/additions.ts';
import { ownerStatements } from '#lib/platform/db/schema/authors.ts';
import { claims, disputes, proofs } from '#lib/platform/db/schema/claims.ts';
import { notifications } from '#lib/platform/db/schema/notifications.ts';
import { openStore, type Store } from '#lib/platform/db/store.ts';
import { readEnv } from '#lib/platform/env.ts';
import { checkUpgrade } from '#lib/runtime/doctor/check-upgrade.ts';
import { emptyServices, strongOrcid, strongRepository } from '../evidence.ts';
import { claimWithEvidence, createAccount, getRecord, runJobs } from './fixtures.ts';
import { runOnDatabase, unpackRelease } from './release-databases.ts';

/**
 * An instance of 0.3.0 with owners of every strength, hidden records and objections is upgraded: `upgrade-check` says in advance what happens,
 * it happens, and nobody loses a claim.
 */
const at = Date.now();
const folder = mkdtempSync(join(tmpdir(), 'peergraph-powers-'));
let store: Store;
let messages: string;

type Value = string | number | boolean | null | Date | object;
const literal = (value: Value): string => {
  if (value === null) return 'null';
  if (value instanceof Date) return dialect === 'postgres' ? `to_timestamp(${value.getTime() / 1000})` : String(value.getTime());
  if (typeof value === 'boolean') return dialect === 'postgres' ? String(value) : String(Number(value));
  if (typeof value === 'number') return String(value);
  return `'${(typeof value === 'string' ? value : JSON.stringify(value)).replaceAll("'", "''")}'`;
};
const rowOf = (table: string, row: Record<string, Value>): string =>
  `insert into ${table} (${Object.keys(row).join(', ')}) values (${Object.values(row).map(literal).join(', ')});`;
const daysAgo = (days: number): Date => new Date(at - daysMs(days));

/** The people: each owns a record by a claim, most of them with a proof. */
interface Owner {
  strength: 'weak' | 'fair' | 'strong';
  proof?: { kind: string; target: string; family: string; strength: string; facts: object };
  record?: Record<string, Value>;
}
const proofOf = ({ by, ...facts }: { by: string }, family: string, target: string, strength = 'strong') => ({
  ...{ kind: by, facts, family, target, strength },
});
const orcids = { sound: '0000-0002-1825-0097', old: '0000-0002-9079-593X', rival: '0000-0002-1694-233X' };
const oldOverlap = { ...strongOrcid(orcids.old), overlap: { by: 'identifier', what: '10.1/x', assertedBy: 'Crossref' } };
const owners: Record<string, Owner> = {
  sound: { strength: 'strong', proof: proofOf(strongOrcid(orcids.sound), 'registry', orcids.sound) },
  old: { strength: 'strong', proof: proofOf(oldOverlap, 'registry', orcids.old) },
  weak: { strength: 'weak' },
  hidden: { strength: 'weak', record: { visibility: 'suppressed' } },
  frozen: {
    ...{ strength: 'strong', record: { claim_state: 'disputed' } },
    proof: proofOf(strongRepository('https://github.com/x/frozen'), 'work_embedded', 'https://github.com/x/frozen'),
  },
  doubted: { strength: 'weak', record: { claim_state: 'disputed' } },
};

function statements(): string[] {
  const made: string[] = [];
  for (const [at, [name, { strength, proof, record = {} }]] of Object.entries(owners).entries()) {
    const accountId = `acct-${name}`;
    made.push(
      rowOf('accounts', { id: accountId, name, email: `me@${name}.example`, email_verified: daysAgo(60), created_at: daysAgo(60) }),
    );
    const author = {
      key: 100 + at,
      id: `rec-${name}`,
      slug: `rec-${name}`,
      name: `Otto ${name}`,
      sort_name: `otto ${name}`,
      works_count: 2,
    };
    const owned = { owner_id: accountId, claim_state: 'claimed', stale: true, created_at: daysAgo(60), updated_at: daysAgo(60), ...record };
    made.push(rowOf('authors', { ...author, source_name: name === 'weak' ? 'Ottilie weak' : null, ...owned }));
    const signed = { work_key: 1, author_key: author.key, position: 10 + at, name_as_written: author.name, source: 'bibtex' };
    made.push(rowOf('authorships', { ...signed, resolved_by: 'name_in_source' }));
    const claim = { id: `claim-${name}`, author_id: author.id, account_id: accountId, strength };
    const state = name === 'doubted' ? 'suspended' : 'accepted';
    made.push(rowOf('claims', { ...claim, state, created_at: daysAgo(50), decided_at: daysAgo(40) }));
    if (proof)
      made.push(
        rowOf('proofs', { id: `proof-${name}`, ...claimant(author.id, accountId), ...proof, state: 'valid', observed_at: daysAgo(40) }),
      );
    const snapshot = { author_key: author.key, number: 1, method: 'evidence-2', computed_at: daysAgo(30), points: 43, level: 3 };
    made.push(rowOf('trust_snapshots', { ...snapshot, label: 'Supported', parts: { lines: {}, met: [] } }));
  }
  made.push(
    rowOf('owner_statements', { author_id: 'rec-weak', field: 'photo', value: 'a photo', account_id: 'acct-weak', at: daysAgo(20) }),
  );
  made.push(
    rowOf('owner_statements', { author_id: 'rec-weak', field: 'name', value: 'Otto weak', account_id: 'acct-weak', at: daysAgo(20) }),
  );
  made.push(rowOf('added_works', { record_id: 'r', work_id: 'w', author_id: 'rec-weak', account_id: 'acct-weak', at: daysAgo(20) }));
  for (const [name, opened] of [
    ['frozen', 20],
    ['doubted', 20],
  ] as const) {
    const accountId = `rival-${name}`;
    made.push(
      rowOf('accounts', {
        id: accountId,
        name: 'Rival',
        email: `rival@${name}.example`,
        email_verified: daysAgo(60),
        created_at: daysAgo(60),
      }),
    );
    const shown = {
      id: `shown-${name}`,
      ...claimant(`rec-${name}`, accountId),
      ...proofOf(strongOrcid(orcids.rival), 'registry', orcids.rival),
    };
    made.push(rowOf('proofs', { ...shown, state: 'observed', observed_at: daysAgo(opened) }));
    const dispute = { id: `dispute-${name}`, question_id: `dispute-${name}`, author_id: `rec-${name}`, claim_id: `claim-${name}` };
    const shownAs = { account_id: accountId, proof_id: `shown-${name}`, kind: 'orcid', strength: 'strong', marks: true, facts: {} };
    made.push(rowOf('disputes', { ...dispute, ...shownAs, state: 'open', opened_at: daysAgo(opened) }));
  }
  return made;
}
const claimant = (authorId: string, accountId: string) => ({
  ...{ author_id: authorId, account_id: accountId, method: 'evidence-2', issued_at: daysAgo(40), failures: 0 },
});

const passDays = async (days: number): Promise<void> => {
  const later = addMs(now(), daysMs(days));
  setClock(() => later);
  await runJobs(store);
};
const claimStates = async () => Object.fromEntries((await store.reader.select().from(claims)).map(({ id, state }) => [id.slice(6), state]));
const notified = async (accountId: string): Promise<string[]> =>
  (await store.reader.select().from(notifications).where(eq(notifications.accountId, accountId))).map(({ kind }) => kind);
const record = (name: string) => getRecord(store, `rec-${name}`);

beforeAll(async () => {
  setClock(() => new Date());
  const url = await unpackRelease('0.3.0', folder);
  await runOnDatabase(url, statements().join('\n'));
  messages = (await checkUpgrade(readEnv({ DATABASE_URL: url, DATA_DIR: folder }), '9.9.9')).messages.join('\n');
  store = openStore(url);
  await store.migrate();
  await runJobs(store);
});
afterAll(async () => {
  await store.close();
  rmSync(folder, { recursive: true });
});

describe('an upgrade of an instance with members', () => {
  test('is described in advance by its effects on them', () => {
    expect(messages).toContain('2 keep their strength, 1 are checked again, 0 become fair');
    for (const text of [
      '2 owners without a strong proof: keep their profiles',
      '1 photo of an owner without a strong proof: stay for 90 days',
      '1 name that an owner without a strong proof states: stay for 90 days',
      '1 work that an owner without a strong proof added: stay in lists and searches for 90 days',
      '1 profile hidden by an owner without a strong proof: stay hidden',
      '2 undecided objections: end their freeze 14 days after the objection',
    ])
      expect(messages).toContain(text);
  });

  test('ends no claim, shows nothing again, and keeps for 90 days what was shown', async () => {
    expect(await claimStates()).toEqual({
      sound: 'accepted',
      old: 'accepted',
      weak: 'accepted',
      hidden: 'accepted',
      frozen: 'accepted',
      doubted: 'suspended',
    });
    expect(await record('hidden')).toMatchObject({ visibility: 'suppressed', ownerId: 'acct-hidden' });
    for (const row of [...(await store.reader.select().from(ownerStatements)), ...(await store.reader.select().from(addedWorks))])
      expect(row.keptUntil?.getTime()).toBeGreaterThan(at + daysMs(89));
  });

  test('keeps the strength of a proof that is now fair for 90 days, without power over others, and tells its owner', async () => {
    const kept = async () => (await store.reader.select().from(proofs).where(eq(proofs.id, 'proof-old')))[0];
    expect(await kept()).toMatchObject({ strength: 'strong', method: 'evidence-3', keptUntil: expect.any(Date) });
    expect([await powerLevelOf(store.reader, 'rec-old'), await powerLevelOf(store.reader, 'rec-old', false)]).toEqual([3, 2]);
    expect(await notified('acct-old')).toContain('proof_kept');
    expect(await powerLevelOf(store.reader, 'rec-sound', false)).toBe(3);
  });

  test('ends the freeze of an old objection by time, and leaves both sides without powers over others', async () => {
    expect(await record('frozen')).toMatchObject({ claimState: 'claimed', ownerId: 'acct-frozen' });
    expect(await powerLevelOf(store.reader, 'rec-frozen', false)).toBe(2);
  });

  test('takes no record from an owner without a strong proof until a strong one is shown again: then they have seven days', async () => {
    await passDays(30);
    expect(await record('doubted')).toMatchObject({ ownerId: 'acct-doubted' });
    expect(await notified('acct-doubted')).not.toContain('claim_disputed');
    const rival = mintActor({ accountId: 'rival-doubted', name: 'Rival', email: 'rival@doubted.example', emailConfirmed: true });
    expect(await claimWithEvidence(store, rival, { id: 'rec-doubted' }, strongOrcid(orcids.rival))).toMatchObject({ ok: false });
    expect(await notified('acct-doubted')).toContain('claim_disputed');
    await passDays(6);
    expect(await record('doubted')).toMatchObject({ ownerId: 'acct-doubted' });
    await passDays(1);
    expect(await record('doubted')).toMatchObject({ ownerId: 'rival-doubted', claimState: 'claimed' });
    expect(await store.reader.select().from(disputes).where(eq(disputes.id, 'dispute-doubted'))).toMatchObject([{ state: 'upheld' }]);
  });

  test('opens a hidden record to a strong proof at once', async () => {
    const person = await createAccount(store, 'Person');
    await claimWithEvidence(store, person, { id: 'rec-hidden' }, strongOrcid('0000-0001-5109-3700'));
    await passDays(7);
    expect(await record('hidden')).toMatchObject({
      ownerId: person.accountId,
      visibility: expect.stringMatching(/suppressed|search_only/),
    });
  });

  test('lowers the kept proof after 90 days, and its owner keeps the profile', async () => {
    await passDays(91);
    await endKeptStrengths(store, emptyServices);
    expect((await store.reader.select().from(proofs).where(eq(proofs.id, 'proof-old')))[0]).toMatchObject({ strength: 'fair' });
    expect(await record('old')).toMatchObject({ ownerId: 'acct-old', claimState: 'claimed' });
    expect((await claimStates()).old).toBe('accepted');
  });
});
