import { FactRows } from '#components/reviews/fact-rows.tsx';
import { Button } from '#components/ui/button.tsx';
import { DataTable } from '#components/ui/data-table.tsx';
import { Field } from '#components/ui/field.tsx';
import { LocalTime } from '#components/ui/local-time.tsx';
import { Select } from '#components/ui/select.tsx';
import { type AuditQuery, type AuditRow, auditActionLabel, auditActionLabels, auditUrl } from '#lib/portal/operations/model/audit.ts';

const actionOptions = [
  { value: '', label: 'Everything' },
  ...Object.entries(auditActionLabels).map(([value, label]) => ({ value, label })),
];

/** The filters of the audit log, stored in the URL, so that it can be shared. */
export function AuditFilters({ query: { action, by, subject } }: { query: AuditQuery }) {
  return (
    <form action="/admin/audit" className="mb-8 flex flex-wrap items-end gap-x-4 gap-y-3">
      <Select name="action" label="Action" options={actionOptions} defaultValue={action ?? ''} />
      <Field name="by" label="By (id of an account)" defaultValue={by ?? ''} maxLength={40} />
      <Field name="subject" label="To (id or address)" defaultValue={subject ?? ''} maxLength={300} />
      <Button>Show these</Button>
      {(action || by || subject) && (
        <a href="/admin/audit" className="py-2">
          Show everything
        </a>
      )}
    </form>
  );
}

interface Props {
  rows: readonly AuditRow[];
  filters: Omit<AuditQuery, 'after'>;
}

/** The entries of the audit log; each account and each subject links to its other entries. */
export function AuditTable({ rows, filters }: Props) {
  return (
    // Ids, addresses and free text have no natural break points.
    <div className="wrap-anywhere">
      <DataTable
        caption="Audit log, newest first"
        captionHidden
        columns={{ what: 'What', to: 'To', by: 'By', at: 'When' }}
        rows={rows.map((row) => ({
          key: row.id,
          cells: {
            what: (
              <>
                {auditActionLabel(row.action)}
                <div className="font-normal text-soft">
                  <FactRows facts={row.facts} />
                </div>
              </>
            ),
            to: <AuditSubject subject={row.subject} filters={filters} />,
            by: <a href={auditUrl({ ...filters, by: row.by?.id ?? 'system' })}>{row.by?.name ?? 'the system'}</a>,
            at: <LocalTime at={row.at} month="short" />,
          },
        }))}
      />
    </div>
  );
}

function AuditSubject({ subject: { kind, id, name, path }, filters }: { subject: AuditRow['subject']; filters: Props['filters'] }) {
  const label = name ?? kind;
  return (
    <>
      {path ? (
        <a href={path} className="wrap-break-word inline-block py-0.5">
          {label}
        </a>
      ) : (
        label
      )}{' '}
      <a href={auditUrl({ ...filters, subject: id })} className="block break-all py-0.5 text-xs">
        {id}
      </a>
    </>
  );
}
