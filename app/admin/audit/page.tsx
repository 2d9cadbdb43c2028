import type { Metadata } from 'next';
import { notFound, redirect } from 'next/navigation';
import { AdminPage } from '#components/operations/admin-page.tsx';
import { AuditFilters, AuditTable } from '#components/operations/audit.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { Pager } from '#components/ui/pager.tsx';
import { loadAudit } from '#lib/portal/operations/loaders.ts';
import { auditUrl, parseAuditQuery } from '#lib/portal/operations/model/audit.ts';
import type { QueryProps } from '../../page-props.ts';

export const metadata: Metadata = { title: 'Audit log', robots: { index: false, follow: false } };

export default async function AuditPage({ searchParams }: QueryProps) {
  const query = parseAuditQuery(await searchParams);
  const auditPage = await loadAudit(query);
  if (auditPage === 'sign-in') redirect(`/sign-in?problem=not_signed_in&next=${encodeURIComponent(auditUrl(query))}`);
  if (auditPage === null) notFound();
  const { after, ...filters } = query;
  return (
    <AdminPage
      current="audit"
      title="Audit log"
      lead="Decisions, roles and settings, newest first. Only admins can read it. It contains no addresses."
    >
      <AuditFilters query={query} />
      {auditPage.rows.length === 0 ? (
        <EmptyState title="No entries match these filters." />
      ) : (
        <AuditTable rows={auditPage.rows} filters={filters} />
      )}
      <Pager
        listName="acts"
        previous={after ? auditUrl(filters) : null}
        next={auditPage.next && auditUrl({ ...filters, after: auditPage.next })}
      />
      <p className="mt-8 text-sm">
        <a href={auditUrl(filters, '/admin/audit/entries.csv')}>Download as CSV</a>
      </p>
    </AdminPage>
  );
}
