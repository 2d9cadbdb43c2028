import { execFileSync } from 'node:child_process';
import { generateKeyPairSync, hash, sign } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { headBody, snapshotBody, type TrustDocument } from '#lib/catalog/trust/model/document.ts';
import { type CorpusFacts, nextChangeAt, recordFacts } from '#lib/catalog/trust/model/facts.ts';
import {
  canonicalJson,
  type EventFacts,
  type EventKind,
  hashOf,
  type LogEvent,
  logFormat,
  type SignedEvent,
} from '#lib/catalog/trust/model/log.ts';
import { trustSnapshot } from '#lib/catalog/trust/model/points.ts';
import { evidenceFamilies, strengths } from '#lib/catalog/trust/model/snapshot.ts';
import { nextSteps, type StepId } from '#lib/catalog/trust/model/steps.ts';
import { explainFault } from '#lib/platform/log/faults.ts';

const day = 86_400_000;
const start = Date.parse('2026-01-01T00:00:00Z');
const at = (days: number) => new Date(start + days * day);

/** Creates a signing key with its id in the format of the log. */
function createKey() {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const raw = publicKey.export({ type: 'spki', format: 'der' }).subarray(12);
  const signText = (text: string) => sign(null, Buffer.from(text), privateKey).toString('base64url');
  return { id: hash('sha256', raw, 'hex').slice(0, 16), publicKey: raw.toString('base64url'), sign: signText };
}
const key = createKey();

interface EventInput<Kind extends EventKind = EventKind> {
  kind: Kind;
  facts: EventFacts[Kind];
  days: number;
}
const eventInput = <Kind extends EventKind>(kind: Kind, facts: EventFacts[Kind], days: number): EventInput<Kind> => ({ kind, facts, days });

const record = 'rec0rd000001';
function signChain(told: readonly EventInput[]): SignedEvent[] {
  const rows: SignedEvent[] = [];
  for (const [index, { kind, facts, days }] of told.entries()) {
    const before = rows.at(-1)?.hash ?? null;
    const event: LogEvent = {
      log: logFormat,
      number: index + 1,
      previous: before,
      record,
      place: index + 1,
      recordPrevious: before,
      id: `event${index}`,
      at: at(days).toISOString(),
      kind,
      facts,
      private: null,
    };
    const body = canonicalJson(event);
    rows.push({ body, hash: hashOf(body), signature: key.sign(body), keyId: key.id });
  }
  return rows;
}

const corpus: CorpusFacts = {
  works: { count: 9, because: ['w1', 'w2', 'w3'] },
  upstreams: ['arxiv'],
  identifiedWorks: 0,
  recurringCollaborators: { count: 4, because: ['source-record:1'] },
  openFlags: [],
  frozen: false,
  affiliation: { stated: [], rorId: null },
  reviewedEveryWork: false,
};

const eventsIn = (rows: readonly SignedEvent[]) => rows.map(({ body }) => JSON.parse(body) as LogEvent);

function createDocument(facts: CorpusFacts, told: readonly EventInput[], when: Date): TrustDocument {
  const rows = signChain(told);
  const { method, points, level, label, parts } = trustSnapshot(recordFacts(facts, eventsIn(rows), when), when);
  const recordHead = rows.at(-1)?.hash ?? null;
  const body = snapshotBody({
    method,
    record,
    number: 1,
    computedAt: when,
    points,
    level,
    label,
    parts,
    corpus: facts,
    events: rows.length,
    recordHead,
  });
  const head = { day: '2026-01-01', number: rows.length, hash: recordHead ?? '', at: when.toISOString() };
  return {
    format: 'peergraph-trust-1',
    about: 'https://peergraph.example/authors/rec0rd000001',
    snapshot: { body, keyId: key.id, signature: key.sign(body) },
    events: rows,
    keyEvents: [],
    keys: [{ id: key.id, publicKey: key.publicKey, createdAt: at(0).toISOString(), retiredAt: null }],
    head: { ...head, keyId: key.id, signature: key.sign(headBody(head)) },
  };
}

const folder = mkdtempSync(join(tmpdir(), 'peergraph-verify-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let files = 0;

/** Runs the stand-alone verifier on documents. */
function runVerifier(documents: readonly unknown[], ...more: string[]): { ok: boolean; output: string } {
  const paths = documents.map((document) => {
    files += 1;
    const path = join(folder, `${files}.json`);
    writeFileSync(path, typeof document === 'string' ? document : JSON.stringify(document));
    return path;
  });
  try {
    return {
      ok: true,
      output: execFileSync(process.execPath, ['lib/catalog/trust/verify.mjs', ...paths, ...more], {
        encoding: 'utf8',
        stdio: 'pipe',
      }),
    };
  } catch (error) {
    return { ok: false, output: String((error as { stderr?: unknown }).stderr) };
  }
}

const iso = (days: number) => at(days).toISOString();
const proof = (family: string, strength: string, until: number | null, more: Record<string, unknown> = {}): EventFacts['proof_shown'] => ({
  proof: family,
  family,
  strength,
  thirdParty: false,
  verifier: 'example.org',
  subject: 'something',
  expiresAt: until === null ? null : iso(until),
  rules: 'evidence-3',
  ...more,
});
/** Converts an event to the format of evidence-1, without `rules`. */
const toEvidence1 = (told: EventInput): EventInput => ({ ...told, facts: { ...told.facts, rules: undefined } as EventInput['facts'] });
const ror = 'https://ror.org/0090r4d87';
/** Giulia claims with ORCID and proves an institutional email address; three people confirm works. */
const giulia: EventInput[] = [
  eventInput('claim_accepted', { claim: 'c1', strength: 'strong' }, 1),
  eventInput('proof_shown', proof('registry', 'strong', 731), 1),
  eventInput('proof_shown', proof('institution', 'strong', 366, { thirdParty: true, rorId: ror }), 2),
  eventInput('confirmed', { by: 'r2', work: 'w1', institution: 'i1', expiresAt: null }, 3),
  eventInput('confirmed', { by: 'r3', work: 'w2', institution: 'i2', expiresAt: null }, 4),
  eventInput('confirmed', { by: 'r4', work: 'w3', institution: 'i3', expiresAt: null }, 5),
];
const atInstitute: CorpusFacts = { ...corpus, affiliation: { stated: ['source:acl'], rorId: ror } };

describe('the golden steps, as log events', () => {
  const golden: [string, CorpusFacts, EventInput[], number, number, number][] = [
    ['unclaimed', corpus, [], 6, 21, 1],
    [
      'any confirmed address',
      corpus,
      [eventInput('claim_accepted', { claim: 'c', strength: 'weak' }, 1), eventInput('proof_shown', proof('institution', 'weak', 366), 1)],
      6,
      29,
      2,
    ],
    [
      'a page linked both ways',
      corpus,
      [eventInput('claim_accepted', { claim: 'c', strength: 'fair' }, 1), eventInput('proof_shown', proof('own_web', 'fair', null), 1)],
      6,
      35,
      2,
    ],
    ['ORCID with an overlap', corpus, giulia.slice(0, 2), 6, 43, 3],
    ['and an address at the institute', atInstitute, giulia.slice(0, 3), 6, 59, 4],
    ['and three co-authors', atInstitute, giulia, 6, 65, 4],
    ['ORCID judged by evidence-1, which asked nobody else', corpus, giulia.slice(0, 2).map(toEvidence1), 6, 35, 2],
    [
      'ORCID that a source states as authenticated, judged by evidence-1',
      corpus,
      [
        giulia[0],
        eventInput('proof_shown', proof('registry', 'strong', 731, { overlap: { by: 'authenticated_in_source', what: 'iD' } }), 1),
      ]
        .flatMap((told) => told ?? [])
        .map(toEvidence1),
      6,
      43,
      3,
    ],
    [
      'judged by evidence-1 and assessed again as strong',
      corpus,
      [
        ...giulia.slice(0, 2).map(toEvidence1),
        eventInput('proof_assessed', { ...proof('registry', 'strong', 731, { assertedBy: 'Crossref' }), about: 'event1' }, 3),
      ],
      6,
      43,
      3,
    ],
    [
      'strong, and assessed again as fair',
      corpus,
      [...giulia.slice(0, 2), eventInput('proof_assessed', { ...proof('registry', 'fair', 731), about: 'event1' }, 3)],
      6,
      35,
      2,
    ],
    ['ORCID in an open dispute', corpus, [...giulia.slice(0, 2), eventInput('dispute_opened', { dispute: 'd' }, 5)], 6, 33, 3],
    ['a stale proof', corpus, [...giulia.slice(0, 2), eventInput('proof_stale', { about: 'event1' }, 5)], 6, 21, 1],
    [
      'a proof that holds again',
      corpus,
      [...giulia.slice(0, 2), eventInput('proof_stale', { about: 'event1' }, 5), eventInput('proof_fresh', { about: 'event1' }, 5)],
      6,
      46,
      3,
    ],
    ['thirteen months later', atInstitute, giulia.slice(0, 3), 400, 51, 3],
    ['given back', atInstitute, [...giulia, eventInput('claim_ended', { claim: 'c1', because: 'given_back' }, 6)], 7, 26, 1],
    ['frozen', corpus, [...giulia.slice(0, 2), eventInput('frozen', { because: 'impersonation' }, 6)], 7, 9, 0],
  ];
  test.each(golden)('%s', (_, facts, told, days, points, level) => {
    const snapshot = trustSnapshot(recordFacts(facts, eventsIn(signChain(told)), at(days)), at(days));
    expect({ points: snapshot.points, level: snapshot.level }).toEqual({ points, level });
  });

  test('the stand-alone verifier computes the same', () => {
    const { ok, output } = runVerifier(golden.map(([, facts, told, days]) => createDocument(facts, told, at(days))));
    expect(ok, output).toBe(true);
    expect(output.match(/\d+ points, L\d/g)).toEqual(golden.map(([, , , , points, level]) => `${points} points, L${level}`));
  });
});

test('a snapshot of evidence-1 still verifies by evidence-1', () => {
  const told = giulia.slice(0, 2);
  const before = createDocument(corpus, told, at(6));
  const rows = signChain(told.map(toEvidence1));
  const body = before.snapshot.body
    .replace('"method":"evidence-3"', '"method":"evidence-1"')
    .replace(/"recordHead":"[0-9a-f]+"/, `"recordHead":"${rows.at(-1)?.hash}"`);
  const head = { day: '2026-01-01', number: rows.length, hash: rows.at(-1)?.hash ?? '', at: iso(6) };
  const document = {
    ...before,
    events: rows,
    snapshot: { body, keyId: key.id, signature: key.sign(body) },
    head: { ...head, keyId: key.id, signature: key.sign(headBody(head)) },
  };
  expect(runVerifier([document]).output).toContain('43 points, L3');
  const now = body.replace('"method":"evidence-1"', '"method":"evidence-3"');
  expect(runVerifier([{ ...document, snapshot: { body: now, keyId: key.id, signature: key.sign(now) } }]).ok).toBe(false);
});

const anyDays = fc.integer({ min: 0, max: 900 });
const anyId = fc.integer({ min: 0, max: 11 }).map((number) => `event${number}`);
const until = fc.option(fc.integer({ min: 1, max: 1200 }).map(iso), { nil: null });
const anyFacts: { [Kind in EventKind]?: fc.Arbitrary<EventFacts[Kind]> } = {
  claim_accepted: fc.constant({ claim: 'c', strength: 'strong' }),
  claim_ended: fc.constant({ claim: 'c', because: 'given_back' as const }),
  proof_shown: fc
    .record({
      family: fc.constantFrom(...evidenceFamilies),
      strength: fc.constantFrom(...strengths),
      thirdParty: fc.boolean(),
      expiresAt: until,
      asserted: fc.boolean(),
      assured: fc.boolean(),
      rorId: fc.constantFrom(ror, 'https://ror.org/05dxps055'),
      rules: fc.constantFrom(undefined, 'evidence-3'),
      overlap: fc.constantFrom(null, { by: 'identifier' }, { by: 'authenticated_in_source' }),
    })
    .map((more) => ({ proof: more.asserted ? 'federated' : more.family, verifier: 'v', subject: 's', ...more })),
  proof_assessed: fc
    .record({ family: fc.constantFrom(...evidenceFamilies), strength: fc.constantFrom(...strengths), about: anyId, expiresAt: until })
    .map((more) => ({ proof: more.family, thirdParty: false, verifier: 'v', subject: 's', rules: 'evidence-3', ...more })),
  proof_rechecked: anyId.map((about) => ({ about })),
  proof_stale: anyId.map((about) => ({ about })),
  proof_fresh: anyId.map((about) => ({ about })),
  proof_revoked: anyId.map((about) => ({ about })),
  confirmed: fc.record({ by: anyId, work: anyId, institution: fc.option(anyId, { nil: null }), expiresAt: until }),
  vouched: fc.record({ by: anyId, expiresAt: fc.integer({ min: 1, max: 1200 }).map(iso) }),
  attestation_ended: anyId.map((about) => ({ about })),
  passkey_added: fc.constant({}),
  passkeys_gone: fc.constant({}),
  recovery_set: fc.constant({}),
  recovery_gone: fc.constant({}),
  dispute_opened: anyId.map((dispute) => ({ dispute })),
  dispute_closed: fc.record({ dispute: anyId, upheld: fc.boolean() }),
  frozen: fc.constant({ because: 'impersonation' }),
  unfrozen: fc.constant({ because: 'fixed' }),
};
const anyEvent: fc.Arbitrary<EventInput> = fc.oneof(
  ...Object.entries(anyFacts).map(([kind, facts]) =>
    fc.tuple(facts as fc.Arbitrary<EventFacts[EventKind]>, anyDays).map(([each, days]) => eventInput(kind as EventKind, each, days)),
  ),
);
/** Events in order of time; in half of the cases of a claimed record. */
const anyEvents = fc
  .tuple(fc.boolean(), fc.array(anyEvent, { maxLength: 12 }))
  .map(([claimed, events]) => [
    ...(claimed ? [eventInput('claim_accepted', { claim: 'c', strength: 'fair' }, 0)] : []),
    ...events.sort((a, b) => a.days - b.days),
  ]);
const anyCorpus: fc.Arbitrary<CorpusFacts> = fc
  .record({
    works: fc.nat(12),
    upstreams: fc.nat(4),
    close: fc.nat(4),
    flags: fc.nat(1),
    frozen: fc.boolean(),
    stated: fc.boolean(),
    matched: fc.boolean(),
    reviewed: fc.boolean(),
    part: fc.float({ min: 0, max: 1, noNaN: true }),
  })
  .map(({ works, upstreams, close, flags, frozen, stated, matched, reviewed, part }) => ({
    works: { count: works, because: works > 0 ? ['w1'] : [] },
    upstreams: ['arxiv', 'acl-anthology', 'orcid', 'openalex'].slice(0, upstreams),
    identifiedWorks: Math.floor(works * part),
    recurringCollaborators: { count: works > 0 ? close : 0, because: works > 0 && close > 0 ? ['w1'] : [] },
    openFlags: flags > 0 ? ['gap'] : [],
    frozen,
    affiliation: { stated: stated || matched ? ['source:acl'] : [], rorId: matched ? ror : null },
    reviewedEveryWork: reviewed,
  }));

describe('any sequence of events of a record', () => {
  test('the independent verifier computes what the instance computes', () => {
    const documents = fc.sample(fc.tuple(anyCorpus, anyEvents, fc.integer({ min: 0, max: 1000 })), { numRuns: 400, seed: 7 });
    const { ok, output } = runVerifier(documents.map(([facts, told, days]) => createDocument(facts, told, at(days))));
    expect(ok, output).toBe(true);
    expect(new Set(output.match(/L\d/g)).size).toBeGreaterThan(3);
  });

  test('nothing changes before the next time-based change', () => {
    fc.assert(
      fc.property(
        anyCorpus,
        anyEvents,
        fc.integer({ min: 900, max: 1000 }),
        fc.float({ min: 0, max: 1, noNaN: true }),
        (facts, told, days, part) => {
          const events = eventsIn(signChain(told));
          const now = at(days);
          const found = recordFacts(facts, events, now);
          const turn = nextChangeAt(found, events, now);
          const last = turn ? turn.getTime() - 1 : now.getTime() + 3000 * day;
          const then = new Date(now.getTime() + Math.floor((last - now.getTime()) * part));
          const { points, level, parts } = trustSnapshot(found, now);
          expect(trustSnapshot(recordFacts(facts, events, then), then)).toMatchObject({ points, level, parts });
        },
      ),
      { numRuns: 300 },
    );
  });

  test('a suggested step is possible and gives the stated points, and there are three at most', () => {
    fc.assert(
      fc.property(anyCorpus, anyEvents, (facts, told) => {
        const impossible = new Set<StepId>(['orcid', 'assured']);
        const steps = nextSteps(recordFacts(facts, eventsIn(signChain(told)), at(950)), 'somebody', at(950), impossible);
        expect(steps.filter(({ id }) => impossible.has(id))).toEqual([]);
        expect(steps.length).toBeLessThanOrEqual(3);
        for (const { gain, level, href } of steps) {
          expect(gain > 0 || level !== null).toBe(true);
          expect(href.startsWith('/')).toBe(true);
        }
      }),
    );
  });
});

describe('detects tampering:', () => {
  const whole = createDocument(atInstitute, giulia, at(6));
  const changed = (change: (document: TrustDocument) => void): TrustDocument => {
    const copy = structuredClone(whole);
    change(copy);
    return copy;
  };
  const cases: [string, TrustDocument | string, RegExp][] = [
    ['a missing event', changed(({ events }) => void events.splice(3, 1)), /out of sequence/],
    ['the last event left out', changed(({ events }) => void events.pop()), /but this document has/],
    ['two events in another order', changed(({ events }) => void events.splice(3, 2, ...events.slice(3, 5).reverse())), /out of sequence/],
    [
      'a stronger proof',
      changed(({ events }) => void Object.assign(events[1] ?? {}, { body: events[1]?.body.replace('"strong"', '"fair"') ?? '' })),
      /changed|fit/,
    ],
    [
      'a changed event with a hash that fits',
      changed(({ events }) => {
        const body = (events[3]?.body ?? '').replace('i1', 'i9');
        Object.assign(events[3] ?? {}, { body, hash: hashOf(body) });
      }),
      /signature/,
    ],
    [
      'more points',
      changed(({ snapshot }) => void Object.assign(snapshot, { body: snapshot.body.replace('"points":65', '"points":66') })),
      /signature/,
    ],
    [
      'a snapshot of fewer events, signed by somebody else',
      changed((document) => void Object.assign(document.snapshot, { keyId: '0000000000000000' })),
      /not among the keys/,
    ],
    [
      'a key under another name',
      changed(({ keys }) => void Object.assign(keys[0] ?? {}, { publicKey: createKey().publicKey })),
      /does not match its id/,
    ],
    ['a head of another log', changed(({ head }) => void Object.assign(head ?? {}, { number: 99 })), /the head of/],
  ];
  test.each(cases)('%s', (_, document, output) => {
    const found = runVerifier([document]);
    expect(found.ok).toBe(false);
    expect(found.output).toMatch(output);
  });

  test('a document of another instance, once its key is requested', () => {
    expect(runVerifier([whole], '--key', key.id).ok).toBe(true);
    expect(runVerifier([whole], '--key', createKey().id).output).toMatch(/not a key that you trust/);
    expect(runVerifier([whole], '--key', key.publicKey).ok).toBe(true);
    expect(runVerifier([whole], '--key', createKey().publicKey).output).toMatch(/not a key that you trust/);
  });

  test('a file that is not a document', () => {
    expect(runVerifier(['{}']).output).toMatch(/neither the trust document of a record nor a page of the log/);
    expect(runVerifier(['<html>']).ok).toBe(false);
  });
});

test('canonical JSON does not depend on the order of members, and keeps its values', () => {
  expect(canonicalJson({ b: 1, a: [{ d: null, c: 'é\n' }] })).toBe('{"a":[{"c":"é\\n","d":null}],"b":1}');
  fc.assert(
    fc.property(fc.jsonValue(), (value) => void expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)))),
  );
});

test('a PostgreSQL that goes away, is full or is read-only is explained', () => {
  const told = (message: string, code?: string) =>
    explainFault(new Error('Failed query', { cause: Object.assign(new Error(message), { code }) }));
  for (const code of ['ECONNRESET', 'EPIPE', '57P01', '57P02', '57P03'])
    expect(told('gone', code)).toMatch(/See that it runs, then run this again/);
  for (const message of ['Connection terminated unexpectedly', 'Client has encountered a connection error and is not queryable'])
    expect(told(message)).toMatch(/See that it runs, then run this again/);
  expect(told('sorry, too many clients already', '53300')).toMatch(/Raise max_connections/);
  expect(told('could not extend file', '53100')).toMatch(/The disk is full\. Make room/);
  expect(told('cannot execute INSERT in a read-only transaction', '25006')).toMatch(/Name the primary/);
  expect(told('cannot set transaction read-write mode during recovery', '0A000')).toMatch(/Name the primary/);
  expect(told('cached plan must not change result type', '0A000')).toBeNull();
});

test('a database in the folder of another user is explained, for each code of SQLite', () => {
  for (const code of ['SQLITE_READONLY', 'SQLITE_READONLY_DIRECTORY', 'SQLITE_READONLY_CANTINIT'])
    expect(explainFault(Object.assign(new Error('attempt to write'), { code }))).toMatch(
      /^The file .* cannot be written\. Check who owns it/,
    );
  expect(explainFault(Object.assign(new Error('a fault of ours'), { code: 'SQLITE_CONSTRAINT_UNIQUE' }))).toBeNull();
});

test('a damaged database, a failing disk and a used up quota are explained', () => {
  const told = (code: string) => explainFault(Object.assign(new Error('failed'), { code }));
  for (const code of ['SQLITE_CORRUPT', 'SQLITE_CORRUPT_INDEX']) expect(told(code)).toMatch(/is damaged\. .* restore a backup/);
  for (const code of ['SQLITE_IOERR_READ', 'SQLITE_IOERR_FSYNC', 'EIO']) expect(told(code)).toMatch(/Look after/);
  for (const code of ['EDQUOT', 'ENOSPC', 'SQLITE_FULL']) expect(told(code)).toMatch(/Make room .* inodes \(df -i\) or a quota/);
});
