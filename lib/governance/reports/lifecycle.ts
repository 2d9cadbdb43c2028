import { eq } from 'drizzle-orm';
import { closeReview } from '#lib/governance/cases/commands/open.ts';
import { erasedAccount } from '#lib/platform/auth/erased-account.ts';
import { reports } from '#lib/platform/db/schema/reports.ts';
import { accountIdColumn, cleared, type EraseRows, erasedBy, lifecycleOf } from '#lib/platform/db/table-lifecycle.ts';

const eraseReports: EraseRows = async (tx, { accountId }) => {
  const rows = await tx.select().from(reports).where(eq(reports.reporterId, accountId)).orderBy(reports.id);
  for (const { id, state, facts } of rows) {
    const decisionFacts = Object.fromEntries(Object.entries(facts).filter(([name]) => name.startsWith('decided')));
    const anonymized = { reporterId: null, note: null, facts: decisionFacts, onceKey: `${erasedAccount}:${id}` };
    const changes = { ...anonymized, state: state === 'open' ? 'withdrawn' : state };
    await tx.update(reports).set(changes).where(eq(reports.id, id));
    if (state === 'open') await closeReview(tx, 'report', id);
  }
};

const erasureReason = 'A decision stays without its requester. A pending request is withdrawn.';

export const reportsLifecycle = [
  lifecycleOf(reports, {
    reporterId: accountIdColumn('reports', erasedBy(eraseReports, cleared(erasureReason))),
    note: { erasedText: 'The decision does not depend on the text.' },
    facts: { erasedText: 'Typed and quoted text is erased. The reason of the decision stays.' },
    subjectId: { moves: { storedName: 'reports', identifiedBy: 'id', whereOnMerge: "subject = 'author' and state = 'open'" } },
  }),
];
