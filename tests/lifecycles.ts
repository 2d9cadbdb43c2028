import { getTableName } from 'drizzle-orm';
import { authorsLifecycle } from '#lib/catalog/authors/lifecycle.ts';
import { contextsLifecycle } from '#lib/catalog/contexts/lifecycle.ts';
import { graphLifecycle } from '#lib/catalog/graph/lifecycle.ts';
import { historyLifecycle } from '#lib/catalog/history/lifecycle.ts';
import { indicatorsLifecycle } from '#lib/catalog/indicators/lifecycle.ts';
import { ingestLifecycle } from '#lib/catalog/ingest/lifecycle.ts';
import { ownershipLifecycle } from '#lib/catalog/ownership/lifecycle.ts';
import { searchLifecycle } from '#lib/catalog/search-index/lifecycle.ts';
import { trustLifecycle } from '#lib/catalog/trust/lifecycle.ts';
import { worksLifecycle } from '#lib/catalog/works/lifecycle.ts';
import { accountsLifecycle } from '#lib/community/accounts/lifecycle.ts';
import { followsLifecycle } from '#lib/community/follows/lifecycle.ts';
import { invitationsLifecycle } from '#lib/community/invitations/lifecycle.ts';
import { notificationsLifecycle } from '#lib/community/notifications/lifecycle.ts';
import { savedWorksLifecycle } from '#lib/community/saved-works/lifecycle.ts';
import { additionsLifecycle } from '#lib/governance/additions/lifecycle.ts';
import { appealsLifecycle, casesLifecycle } from '#lib/governance/cases/lifecycle.ts';
import { claimsLifecycle } from '#lib/governance/claims/lifecycle.ts';
import { correctionsLifecycle } from '#lib/governance/corrections/lifecycle.ts';
import { identityLifecycle } from '#lib/governance/identity/lifecycle.ts';
import { reportsLifecycle } from '#lib/governance/reports/lifecycle.ts';
import { auditLifecycle } from '#lib/platform/audit/lifecycle.ts';
import { authLifecycle } from '#lib/platform/auth/lifecycle.ts';
import { databaseLifecycle } from '#lib/platform/db/lifecycle.ts';
import type { TableLifecycle } from '#lib/platform/db/table-lifecycle.ts';
import { jobsLifecycle } from '#lib/platform/jobs/lifecycle.ts';
import { keysLifecycle } from '#lib/platform/keys/lifecycle.ts';
import { erasureLifecycle } from '#lib/portal/erasure/lifecycle.ts';
import { exportsLifecycle } from '#lib/portal/exports/lifecycle.ts';
import { operationsLifecycle } from '#lib/portal/operations/lifecycle.ts';
import { workerLifecycle } from '#lib/runtime/worker/lifecycle.ts';

/** The lifecycles of all modules. A module owns the tables for which it has entries. */
export const lifecycles: Readonly<Record<string, readonly TableLifecycle[]>> = {
  'catalog/authors': authorsLifecycle,
  'catalog/contexts': contextsLifecycle,
  'catalog/graph': graphLifecycle,
  'catalog/history': historyLifecycle,
  'catalog/indicators': indicatorsLifecycle,
  'catalog/ingest': ingestLifecycle,
  'catalog/ownership': ownershipLifecycle,
  'catalog/search-index': searchLifecycle,
  'catalog/trust': trustLifecycle,
  'catalog/works': worksLifecycle,
  'community/accounts': accountsLifecycle,
  'community/follows': followsLifecycle,
  'community/invitations': invitationsLifecycle,
  'community/notifications': notificationsLifecycle,
  'community/saved-works': savedWorksLifecycle,
  'governance/additions': additionsLifecycle,
  'governance/cases': [...appealsLifecycle, ...casesLifecycle],
  'governance/claims': claimsLifecycle,
  'governance/corrections': correctionsLifecycle,
  'governance/identity': identityLifecycle,
  'governance/reports': reportsLifecycle,
  'platform/audit': auditLifecycle,
  'platform/auth': authLifecycle,
  'platform/db': databaseLifecycle,
  'platform/jobs': jobsLifecycle,
  'platform/keys': keysLifecycle,
  'portal/erasure': erasureLifecycle,
  'portal/exports': exportsLifecycle,
  'portal/operations': operationsLifecycle,
  'runtime/worker': workerLifecycle,
};

/** All columns that an entry describes. */
export const columnLifecycles = Object.values(lifecycles)
  .flat()
  .flatMap(({ table, columns }) =>
    Object.entries(columns).map(([column, lifecycle]) => ({ table: getTableName(table), column, ...lifecycle })),
  );

/** All columns that refer to an account, with their handling in archives and erasures. */
export const accountColumns = columnLifecycles.flatMap((each) => ('erasure' in each ? [each] : []));

/** All columns with texts by a person in rows that outlive the account. */
export const ownTexts = columnLifecycles.flatMap((each) => ('erasedText' in each ? [each] : []));
