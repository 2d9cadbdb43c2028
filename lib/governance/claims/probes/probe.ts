import { and, eq } from 'drizzle-orm';
import { visibleRecord } from '#lib/catalog/visibility/queries.ts';
import { hasRow } from '#lib/platform/db/rows.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import { refused } from '#lib/platform/outcome.ts';
import type { ProofKind } from '../model/proof-methods.ts';
import { provenRecord } from '../queries/proven-record.ts';
import { proofProbes } from './method-probes.ts';
import type { ProbedProof, ProbeRefusal, ProbeResult } from './proof-probe.ts';
import type { ProofServices } from './services.ts';

/**
 * Probes whether the evidence of a proof is there, and whether the record still names the target. Accesses the network, so it must not run
 * inside a transaction.
 */
export async function probeProof(reader: Reader, proof: ProbedProof, services: ProofServices): Promise<ProbeResult> {
  const record = await provenRecord(reader, proof.authorId);
  const { probe } = proofProbes[proof.kind];
  return record && probe ? probe({ reader, record, services }, proof) : refused('not_found');
}

/** Whether a record exists and is not suppressed. A suppressed record is treated as nonexistent. */
const isVisible = (reader: Reader, authorId: string): Promise<boolean> =>
  hasRow(reader, authors, and(eq(authors.id, authorId), visibleRecord()));

/** Returns why a target cannot be a proof for a record, checked before a token is issued; null if it can. May query ORCID. */
export async function bindingRefusal(
  reader: Reader,
  authorId: string,
  kind: ProofKind,
  target: string,
  services: ProofServices,
): Promise<ProbeRefusal | null> {
  const record = await provenRecord(reader, authorId);
  if (!record || !(await isVisible(reader, authorId))) return 'unknown_author';
  return (await proofProbes[kind].targetRefusal?.({ reader, record, services }, target)) ?? null;
}
