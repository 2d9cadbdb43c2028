import { startHistory } from '#lib/catalog/history/commands.ts';
import { enqueueDeliveries } from '#lib/catalog/trust/commands/deliveries.ts';
import { planOrcidChecks } from '#lib/governance/additions/commands/check-orcid.ts';
import { openMissingCases } from '#lib/governance/reports/commands/file-report.ts';
import type { Writer } from '#lib/platform/db/store.ts';
import { env } from '#lib/platform/env.ts';
import { enqueue } from '#lib/platform/jobs/queue.ts';
import { enqueueDueDigests } from '#lib/portal/digests/commands.ts';
import { enqueueDueErasures } from '#lib/portal/erasure/commands/request.ts';

/**
 * Enqueues recurring work: missed digests and erasures, due checks of proofs, code links and ORCID records, the daily head of the evidence
 * log, and merging of index segments.
 */
export async function enqueueRecurring(tx: Writer): Promise<void> {
  await startHistory(tx);
  await enqueueDueDigests(tx);
  await enqueueDueErasures(tx);
  await openMissingCases(tx);
  await enqueue(tx, { kind: 'publish-head', payload: {}, onceKey: 'publish-head' });
  await enqueueDeliveries(tx);
  await planOrcidChecks(tx);
  await enqueue(tx, { kind: 'remind-of-listings', payload: {}, onceKey: 'remind-of-listings' });
  await enqueue(tx, { kind: 'merge-search', payload: {}, onceKey: 'merge-search' });
  await enqueue(tx, { kind: 'maintain-proofs', payload: {}, onceKey: 'maintain-proofs' });
  if (env().CODE_CHECKS === 'on') await enqueue(tx, { kind: 'check-code-links', payload: {}, onceKey: 'check-code-links' });
}
