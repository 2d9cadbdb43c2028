import { and, desc, eq, inArray, ne } from 'drizzle-orm';
import { findAuthor } from '#lib/catalog/authors/queries/find.ts';
import { similarNames } from '#lib/catalog/authors/queries/similar.ts';
import { hasRorRegistry } from '#lib/catalog/contexts/queries/contexts.ts';
import type { Strength } from '#lib/catalog/trust/model/snapshot.ts';
import { fullyVisible, fullyVisibleRecord } from '#lib/catalog/visibility/queries.ts';
import type { Actor } from '#lib/platform/auth/actor.ts';
import { isAnyOf } from '#lib/platform/db/prepared.ts';
import { keysOf } from '#lib/platform/db/rows.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import { proofs } from '#lib/platform/db/schema/claims.ts';
import { coauthorEdges } from '#lib/platform/db/schema/graph.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import { isProofKind, type OfferFacts, type ProofKind, parseEvidence, proofKinds, proofRules, ruleOf } from '../model/proof-methods.ts';
import { type ProofOption, type ProofView, proofOptionsFor, type SamePersonCandidate } from '../model/proof-options.ts';
import type { SharedOfferFacts } from '../model/proof-rule.ts';
import { type ProofState, unmetRules } from '../model/proofs.ts';
import { proofProbes } from '../probes/method-probes.ts';
import type { OfferContext, ProofConfiguration } from '../probes/proof-probe.ts';
import { affiliationsOf } from './institutions.ts';
import { canNamePages } from './places.ts';
import { hasPrintedAddress } from './printed.ts';
import { linkedOrcid } from './proofs.ts';
import type { ProvenRecord } from './proven-record.ts';

/**
 * Returns the proof methods for a record and a viewer, best first. Without an account, only what the record itself offers is considered.
 */
export async function proofOptionsOf(
  reader: Reader,
  actor: Actor | null,
  record: ProvenRecord,
  configuration: ProofConfiguration,
): Promise<ProofOption[]> {
  const email = actor?.emailConfirmed ? actor.email : null;
  const shared: SharedOfferFacts = {
    orcidSetUp: configuration.orcidSetUp,
    hasRegistry: await hasRorRegistry(reader),
    isAffiliated: (await affiliationsOf(reader, record)).size > 0,
    canNamePages: await canNamePages(reader, record),
    orcid: actor ? await linkedOrcid(reader, actor) : null,
    email,
    printed: await hasPrintedAddress(reader, record.key),
  };
  return proofOptionsFor({ ...shared, ...(await offerFactsOf({ reader, record, email, configuration })) } as OfferFacts);
}

/** Reads the facts that the offers of single methods need. */
async function offerFactsOf(context: OfferContext): Promise<object> {
  const facts = {};
  for (const kind of proofKinds) Object.assign(facts, await proofProbes[kind].offerFacts?.(context));
  return facts;
}

/** Returns the proofs of an account for a record, newest first. */
export async function proofsOf(reader: Reader, actor: Actor, authorId: string): Promise<ProofView[]> {
  const isOwnProof = and(eq(proofs.accountId, actor.accountId), eq(proofs.authorId, authorId), ne(proofs.state, 'revoked'));
  const rows = await reader.select().from(proofs).where(isOwnProof).orderBy(desc(proofs.issuedAt)).limit(40);
  return rows.flatMap((row) => {
    if (!isProofKind(row.kind)) return [];
    const { id, target, failures, keptUntil, checkedAt, expiresAt } = row;
    const kind: ProofKind = row.kind;
    return {
      id,
      kind,
      state: row.state as ProofState,
      target,
      token: proofRules[kind].by === 'probe' ? row.token : null,
      strength: row.strength as Strength | null,
      failure: row.failure as ProofView['failure'],
      untied: untiedReasonOf(kind, row.facts),
      unmetRules: row.strength === 'fair' || keptUntil ? unmetRulesOf(row) : [],
      keptUntil,
      failures,
      checkedAt,
      expiresAt,
    };
  });
}

/** Returns the rules that a stored proof does not meet; none for facts in an outdated form. */
function unmetRulesOf(row: Pick<typeof proofs.$inferSelect, 'kind' | 'facts'>): ProofView['unmetRules'] {
  const evidence = parseEvidence(row);
  return evidence ? unmetRules(evidence) : [];
}

function untiedReasonOf(kind: ProofKind, { untied }: Record<string, unknown>): ProofView['untied'] {
  return typeof untied === 'string' && Object.hasOwn(ruleOf(kind).untied ?? {}, untied) ? untied : null;
}

const maxCoauthorsCompared = 2000;

/** Returns other records that may belong to the same person, by name, with matching iD and shared co-authors as further reasons. */
export async function candidatesFor(reader: Reader, actor: Actor | null, record: ProvenRecord): Promise<SamePersonCandidate[]> {
  const result = await findAuthor(reader, record.slug);
  if (result.kind !== 'here') return [];
  const byName = await similarNames(reader, result.author);
  const orcid = actor ? await linkedOrcid(reader, actor) : null;
  const reasons = new Map(byName.map(({ slug, reason }) => [slug, [reason]]));
  if (byName.length === 0) return [];
  // iDs have no index, so an iD is only an additional reason for a record found by name.
  const columns = { key: authors.key, slug: authors.slug, name: authors.name, works: authors.worksCount, orcid: authors.orcid };
  const isSimilar = and(fullyVisibleRecord(), inArray(authors.slug, [...reasons.keys()]));
  const candidates = await reader.select(columns).from(authors).where(isSimilar);
  const shared = await sharedCoauthors(reader, record.key, keysOf(candidates));
  return candidates.map(({ key, slug, name, works, orcid: theirs }) => {
    const coauthorNames = shared.get(key) ?? [];
    const coauthorReason = coauthorNames.length > 0 ? [`both have works with ${coauthorNames.slice(0, 2).join(' and ')}`] : [];
    const orcidReason = theirs !== null && theirs === orcid ? ['it bears your ORCID iD'] : [];
    return { slug, name, works, reasons: [...orcidReason, ...(reasons.get(slug) ?? []), ...coauthorReason] };
  });
}

type EdgeColumn = typeof coauthorEdges.authorKey | typeof coauthorEdges.coauthorKey;

/** Returns the names of co-authors that a record shares with each of some others. Reads a bounded number of edges. */
async function sharedCoauthors(reader: Reader, key: number, others: number[]): Promise<Map<number, string[]>> {
  if (others.length === 0) return new Map();
  const edges = (other: EdgeColumn, beside: EdgeColumn) =>
    reader
      .select({ other, beside })
      .from(coauthorEdges)
      .where(isAnyOf(other, [key, ...others]))
      .limit(maxCoauthorsCompared);
  const { authorKey, coauthorKey } = coauthorEdges;
  const allEdges = [...(await edges(authorKey, coauthorKey)), ...(await edges(coauthorKey, authorKey))];
  const ownCoauthors = new Set(allEdges.filter(({ other }) => other === key).map(({ beside }) => beside));
  const sharedEdges = allEdges.filter(({ other, beside }) => other !== key && ownCoauthors.has(beside));
  if (sharedEdges.length === 0) return new Map();
  const keys = [...new Set(sharedEdges.map(({ beside }) => beside))].slice(0, 100);
  const isVisibleCoauthor = and(inArray(authors.key, keys), fullyVisible());
  const coauthors = await reader.select({ key: authors.key, name: authors.name }).from(authors).where(isVisibleCoauthor);
  const nameByKey = new Map(coauthors.map((each) => [each.key, each.name]));
  const sharedNames = new Map<number, string[]>();
  for (const { other, beside } of sharedEdges) {
    const name = nameByKey.get(beside);
    if (name) sharedNames.set(other, [...(sharedNames.get(other) ?? []), name]);
  }
  return sharedNames;
}
