import { connection } from 'next/server';
import { recordLoader } from '#lib/catalog/authors/loaders.ts';
import type { AuthorRow } from '#lib/catalog/authors/queries/find.ts';
import type { TrustMoment } from '#lib/catalog/trust/model/document.ts';
import { assuranceIn, type CorpusFacts, recordFacts, type ShownEvidence, shownEvidence } from '#lib/catalog/trust/model/facts.ts';
import { type LogEvent, parseEvent, type SignedEvent } from '#lib/catalog/trust/model/log.ts';
import type { TrustView } from '#lib/catalog/trust/model/snapshot.ts';
import { type NextStep, nextSteps } from '#lib/catalog/trust/model/steps.ts';
import { latestHeads, latestSnapshotToSign, trustHistoryOf, workTitlesOf } from '#lib/catalog/trust/queries/document.ts';
import { eventsAfter, signedEventsOf } from '#lib/catalog/trust/queries/log.ts';
import { trustOf } from '#lib/catalog/trust/queries/snapshots.ts';
import { selectKeysWithCurrent, trustDocument } from '#lib/catalog/trust/queries/trust-document.ts';
import { loadProofOptions } from '#lib/governance/claims/loaders.ts';
import { impossibleSteps } from '#lib/governance/claims/model/proof-options.ts';
import { attestationCandidates } from '#lib/governance/claims/queries/attestations.ts';
import { viewer } from '#lib/platform/auth/viewer.ts';
import { now } from '#lib/platform/clock.ts';
import { reader } from '#lib/platform/db/store.ts';
import { env } from '#lib/platform/env.ts';
import { signingKey } from '#lib/platform/keys/signing.ts';
import { eventsOnPage, shownHeads } from '../model/limits.ts';

const maxMoments = 120;

/** Loads the public trust document of a record (see `trustDocument`). */
export const loadTrustDocument = recordLoader((author) => trustDocument(reader(), author));

const maxHeads = 400;

/** Loads a page of the evidence log: the events after a number, the keys, and the published heads. */
export async function loadLogPage(after: number) {
  await connection();
  // Heads are read first. A head newer than the events read would look as if the log had lost an event.
  const heads = await latestHeads(reader(), maxHeads);
  const events = await eventsAfter(reader(), after, eventsOnPage);
  // Event numbers have no gaps.
  const next = events.length === eventsOnPage ? after + eventsOnPage : null;
  return { format: 'peergraph-log-page-1' as const, after, next, events, keys: await selectKeysWithCurrent(reader()), heads };
}

export interface TrustPage {
  author: { id: string; slug: string; name: string; claimState: string; flags: { rule: string; reason: string }[] };
  trust: TrustView | null;
  facts: CorpusFacts | null;
  history: TrustMoment[];
  evidence: ShownEvidence[];
  events: { event: LogEvent; hash: string }[];
  /** Titles of the works that support points, by id. */
  titles: Map<string, string>;
  /** Conditions of L5 besides L4: the time of a federated login with sufficient assurance, and whether there is a passkey. */
  assurance: { loginAt: Date | null; hasPasskey: boolean };
  /** Next steps for the owner; null for anybody else. */
  steps: NextStep[] | null;
  keyId: string;
}

/** Loads the page that explains a record's trust. */
export const loadTrustPage = recordLoader(async (author): Promise<TrustPage> => {
  const loadTitles = async () => {
    const trust = await trustOf(reader(), author.key);
    const ids = trust?.parts.flatMap(({ lines }) => lines.flatMap(({ because }) => because)) ?? [];
    return { trust, titles: await workTitlesOf(reader(), ids) };
  };
  const [{ trust, titles }, latest, signed, history, steps] = await Promise.all([
    loadTitles(),
    latestSnapshotToSign(reader(), author),
    signedEventsOf(reader(), author.id),
    trustHistoryOf(reader(), author.key, maxMoments),
    stepsFor(author),
  ]);
  const events = signed.map((row: SignedEvent) => ({ event: parseEvent(row), hash: row.hash }));
  return {
    author,
    trust,
    facts: latest?.input.corpus ?? null,
    titles,
    history,
    evidence: shownEvidence(events.map(({ event }) => event)),
    events,
    assurance: assuranceIn(events.map(({ event }) => event)),
    steps,
    keyId: signingKey(env().DATA_DIR).id,
  };
});

async function stepsFor(author: AuthorRow): Promise<NextStep[] | null> {
  const actor = author.ownerId === null ? null : await viewer();
  if (!actor || actor.accountId !== author.ownerId) return null;
  const latest = await latestSnapshotToSign(reader(), author);
  if (!latest) return null;
  const events = (await signedEventsOf(reader(), author.id)).map(parseEvent);
  const facts = recordFacts(latest.input.corpus, events, now());
  const shown = facts.control?.evidence.map(({ kind }) => kind) ?? [];
  const candidates = await attestationCandidates(reader(), actor, author);
  return nextSteps(facts, author.slug, now(), impossibleSteps(await loadProofOptions(author, actor), candidates, shown));
}

/** Loads keys and published heads for the page of the evidence log. */
export async function loadLogHeads() {
  await connection();
  return { keys: await selectKeysWithCurrent(reader()), heads: await latestHeads(reader(), shownHeads) };
}
