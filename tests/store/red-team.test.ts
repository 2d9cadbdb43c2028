import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { powers } from '#lib/catalog/powers/model.ts';
import { setClock } from '#lib/platform/clock.ts';
import { dialect } from '#lib/platform/db/columns.ts';
import type { FilledDatabase } from '../database.ts';
import { anyStep, type Step, withoutRule } from '../red-team/acts.ts';
import breakingSequences from '../red-team/breaking-sequences.json' with { type: 'json' };
import { type Servers, startServers } from '../red-team/servers.ts';
import type { Cast, StaffStep } from '../red-team/simulation.ts';

/**
 * Attacks through the commands, on both engines. The attackers do what the rules declare that others can do (tests/red-team/acts.ts). In any
 * order and number of steps, they never reach L3 on a record of somebody else, become reviewers, take or freeze an owned record, hold the
 * records of two people, change a record for longer than a limited time, or shut out somebody with a strong proof.
 */
let servers: Servers;
/** A database with the cast. Each attempt uses a copy. */
let castDatabase: FilledDatabase<Cast>;
let simulation: typeof import('../red-team/simulation.ts');
beforeAll(async () => {
  servers = await startServers();
  // Imported here because these modules read the addresses of the servers when they load.
  const { filledDatabase } = await import('../database.ts');
  simulation = await import('../red-team/simulation.ts');
  castDatabase = await filledDatabase(async (store) => {
    await simulation.registerUniversities(store);
    return simulation.createCast(store, servers, 'a');
  });
});
afterAll(async () => {
  await castDatabase.drop();
  await servers.stop();
});
afterEach(() => {
  for (const name of Object.keys(replaced)) delete replaced[name];
});

/** Returns the first breach that a sequence of steps causes, or null. */
async function runAttempt(steps: readonly (Step | StaffStep)[]): Promise<string | null> {
  setClock(() => new Date());
  const { store, drop } = await castDatabase.copy();
  const cast = { ...castDatabase.value, appointed: new Set<string>(), misstated: new Map<string, Date>() };
  try {
    for (const step of steps) {
      await simulation.performStep(store, servers, cast, step);
      const broken = await simulation.findBreach(store, cast);
      if (broken) return broken;
    }
    return await simulation.findLastingBreach(store, servers, cast);
  } finally {
    await drop();
  }
}

/** Exports that a test can replace, by name. */
const { replaced, replaceable } = vi.hoisted(() => {
  type Rule = (...args: never[]) => unknown;
  const replaced: Record<string, Rule> = {};
  const replaceable = <M extends object>(module: M, ...names: (keyof M & string)[]): M => {
    const rules = names.map((name) => [name, (...args: never[]) => (replaced[name] ?? (module[name] as Rule))(...args)]);
    return { ...module, ...Object.fromEntries(rules) };
  };
  return { replaced, replaceable };
});
vi.mock('#lib/governance/claims/model/claim-names.ts', async (original) =>
  replaceable(await original<typeof import('#lib/governance/claims/model/claim-names.ts')>(), 'areNamesCompatible'),
);
vi.mock('#lib/governance/claims/model/objections.ts', async (original) =>
  replaceable(await original<typeof import('#lib/governance/claims/model/objections.ts')>(), 'mayObject', 'stopsClaim'),
);
vi.mock('#lib/portal/decisions/model/reviewers.ts', async (original) =>
  replaceable(await original<typeof import('#lib/portal/decisions/model/reviewers.ts')>(), 'isAppointed'),
);
vi.mock('#lib/portal/decisions/model/quorum.ts', async (original) =>
  replaceable(await original<typeof import('#lib/portal/decisions/model/quorum.ts')>(), 'decisionOf'),
);
vi.mock('#lib/portal/decisions/model/distance.ts', async (original) =>
  replaceable(await original<typeof import('#lib/portal/decisions/model/distance.ts')>(), 'tieBetween'),
);
vi.mock('#lib/catalog/visibility/queries.ts', async (original) =>
  replaceable(await original<typeof import('#lib/catalog/visibility/queries.ts')>(), 'isWorkShownInListsText'),
);
/** Decides by a single vote. */
const decideByLastVote = (_: unknown, votes: readonly unknown[]) => votes.at(-1) ?? null;
/** Index of an attacker without a record; 0 and 1 have one each. */
const strangerIndex = 2;
const waitPastNotice: Step = { wait: 8 };
const breaking = breakingSequences as Record<string, Step[]>;

/** Known attacks with further steps. Those of single rules are in tests/red-team/breaking-sequences.json. */
const attacks: Record<string, (Step | StaffStep)[]> = {
  'C1: a made-up iD, a mailbox and an offer to review': [
    { act: 'list_work', who: strangerIndex, on: 'paula' },
    waitPastNotice,
    { act: 'enrol', who: strangerIndex, on: 'paula' },
    { staff: 'volunteer', who: strangerIndex },
    { act: 'list_work', who: 3, on: 'olga' },
  ],
  'one account, three people': [
    { use: 'claim', who: strangerIndex, on: 'paula' },
    { use: 'claim', who: strangerIndex, on: 'nell' },
    waitPastNotice,
  ],
  'rivals of an owner with made-up iDs': [
    { act: 'list_work', who: strangerIndex, on: 'olga' },
    { act: 'use_search_tool', who: 3, on: 'olga' },
    { act: 'enrol', who: 0, on: 'olga' },
  ],
  'an offer to review, with a role that an earlier version gave': [{ staff: 'volunteer', who: 0 }],
  'a rival and a vote of a friend': [
    { act: 'push_file', who: 2, on: 'hank' },
    { staff: 'appointed', who: 0 },
    { staff: 'vote', who: 0 },
  ],
  'a rival and two votes of one university': [
    { act: 'push_file', who: 2, on: 'hank' },
    { staff: 'appointed', who: 0 },
    { staff: 'appointed', who: 1 },
    { staff: 'vote', who: 0 },
    { staff: 'vote', who: 1 },
  ],
  'a domain that was accepted as fair and shown again': [
    { act: 'buy_domain', who: strangerIndex, on: 'paula' },
    waitPastNotice,
    { act: 'buy_domain', who: strangerIndex, on: 'paula' },
    { staff: 'recheck' },
  ],
  'a wrong iD that a publisher corrects before it counts': [
    { act: 'misstate_id', who: strangerIndex, on: 'paula' },
    { wait: 100 },
    { staff: 'recheck' },
  ],
  'a claim that waits for reviewers, against a strong proof': [{ act: 'rename_id', who: 4, on: 'paula' }],
  'a friend who uses up the objection of a kind': [
    { act: 'rename_id', who: 2, on: 'paula' },
    { act: 'rename_id', who: 4, on: 'paula' },
    { act: 'rename_id', who: 2, on: 'paula' },
  ],
  'two fair kinds of proof for 90 days': [{ act: 'list_work', who: 2, on: 'paula' }, { act: 'enrol', who: 2, on: 'paula' }, { wait: 100 }],
  'a request to hide, and one for a person at risk': [
    { use: 'request_hiding', who: 2, on: 'paula' },
    { use: 'request_safety', who: 3, on: 'paula' },
  ],
  'a weak owner of the record of somebody with a proof': [{ use: 'claim', who: strangerIndex, on: 'paula' }, waitPastNotice],
};

const anyStaffStep: fc.Arbitrary<StaffStep> = fc.oneof(
  fc.record({ staff: fc.constantFrom('volunteer' as const, 'vote' as const), who: fc.integer({ min: 0, max: 3 }) }),
  fc.constant({ staff: 'recheck' as const }),
);
const anySequence = fc.array(fc.oneof({ weight: 6, arbitrary: anyStep }, { weight: 1, arbitrary: anyStaffStep }), {
  minLength: 1,
  maxLength: 8,
});

/** A run takes about five times as long there. What does not depend on statements of the database runs on SQLite only. */
const isPostgres = dialect === 'postgres';
const runs = Number(process.env.RED_TEAM_RUNS ?? (isPostgres ? 10 : 40));

describe('accounts that share no secret with a person', () => {
  test('change no record of others, reach no L3 on one, become no reviewers and shut nobody out, in any sequence of commands', async () => {
    await fc.assert(
      fc.asyncProperty(anySequence, async (steps) => {
        expect(await runAttempt(steps)).toBeNull();
      }),
      { numRuns: runs },
    );
  });

  test('gain nothing by known attacks', async () => {
    for (const [name, steps] of Object.entries(isPostgres ? {} : attacks)) expect(await runAttempt(steps), name).toBeNull();
    expect(await runAttempt(Object.values(breaking).flat())).toBeNull();
  });
});

describe('the property fails if a rule is switched off:', () => {
  // Two powers are bounded beside the table: a claim by what it cannot shut out, and added works by the statement that lists read.
  const elsewhere = ['claim', 'link_added_works'];
  const isReplayed = (id: string): boolean => !elsewhere.includes(id) && (!isPostgres || id in powers);
  test.each(Object.keys(breaking).filter(isReplayed))('%s', async (id) => {
    // Those who have become owners meanwhile have their time to contest too.
    const steps = [...(breaking[id] ?? []), waitPastNotice, waitPastNotice];
    expect(await withoutRule(id, () => runAttempt(steps))).not.toBeNull();
  });

  const policies: [string, string, Record<string, (...args: never[]) => unknown>][] = [
    ['link_added_works', 'link_added_works', { isWorkShownInListsText: () => '1 = 1' }],
    ['a strong proof opens a claimed record', 'a weak owner of the record of somebody with a proof', { mayObject: () => false }],
    ['one account is one person', 'one account, three people', { areNamesCompatible: () => true }],
    [
      'only a strong proof freezes an owned record',
      'rivals of an owner with made-up iDs',
      { mayObject: () => true, stopsClaim: () => true },
    ],
    ['another account appoints a reviewer', 'an offer to review, with a role that an earlier version gave', { isAppointed: () => true }],
    ['two votes decide whose a record is', 'a rival and a vote of a friend', { decisionOf: decideByLastVote }],
    ['the two are independent of each other', 'a rival and two votes of one university', { tieBetween: () => null }],
  ];
  test.each(policies)('%s', async (_, attack, rules) => {
    Object.assign(replaced, rules);
    expect(await runAttempt(attacks[attack] ?? breaking[attack] ?? [])).not.toBeNull();
  });
});
