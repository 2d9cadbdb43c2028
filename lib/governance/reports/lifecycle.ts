import { eq } from 'drizzle-orm';
import { closeReview } from '#lib/governance/cases/commands/open.ts';
import { erasedAccount } from '#lib/platform/auth/erased-account.ts';
import { reports } from '#lib/platform/db/schema/reports.ts';
import type { Writer } from '#lib/platform/db/store.ts';
import { by, cleared, id, type Leaving, of, type TableLifecycle } from '#lib/platform/db/table-lifecycle.ts';

async function eraseReports(tx: Writer, { accountId }: Leaving): Promise<void> {
  const own = await tx.select().from(reports).where(eq(reports.reporterId, accountId)).orderBy(reports.id);
  for (const { id, state, facts } of own) {
    const decided = Object.fromEntries(Object.entries(facts).filter(([name]) => name.startsWith('decided')));
    const nobody = { reporterId: null, note: null, facts: decided, onceKey: `${erasedAccount}:${id}` };
    const ended = { ...nobody, state: state === 'open' ? 'withdrawn' : state };
    await tx.update(reports).set(ended).where(eq(reports.id, id));
    if (state === 'open') await closeReview(tx, 'report', id);
  }
}

const why = 'A decision stays without who asked for it. What nobody has decided on is withdrawn.';

export const reportsLifecycle: readonly TableLifecycle[] = [
  of(reports, {
    reporterId: id('reports', by(eraseReports, cleared(why))),
    note: { words: 'The decision needs no words.' },
    facts: { words: 'Of what was typed or quoted nothing stays; why it was decided so does.' },
    subjectId: { moves: { as: 'reports', by: 'id', whereThere: "subject = 'author' and state = 'open'" } },
  }),
];
