import { is, Table } from 'drizzle-orm';
import { toSnakeCase } from 'drizzle-orm/casing';
import { indexedColumnsOf } from './columns.ts';
import * as accounts from './schema/accounts.ts';
import * as additions from './schema/additions.ts';
import * as authors from './schema/authors.ts';
import * as changes from './schema/changes.ts';
import * as claims from './schema/claims.ts';
import * as contexts from './schema/contexts.ts';
import * as corrections from './schema/corrections.ts';
import * as follows from './schema/follows.ts';
import * as graph from './schema/graph.ts';
import * as history from './schema/history.ts';
import * as identity from './schema/identity.ts';
import * as imports from './schema/imports.ts';
import * as indicators from './schema/indicators.ts';
import * as instance from './schema/instance.ts';
import * as invitations from './schema/invitations.ts';
import * as jobs from './schema/jobs.ts';
import * as notifications from './schema/notifications.ts';
import * as reports from './schema/reports.ts';
import * as savedWorks from './schema/saved-works.ts';
import * as search from './schema/search.ts';
import * as trust from './schema/trust.ts';
import * as works from './schema/works.ts';

const schema: readonly object[] = [
  accounts,
  additions,
  authors,
  changes,
  claims,
  contexts,
  corrections,
  follows,
  graph,
  history,
  identity,
  imports,
  indicators,
  instance,
  invitations,
  jobs,
  notifications,
  reports,
  savedWorks,
  search,
  trust,
  works,
];

/** Columns that identify a row or the rows that it belongs to. Those of accounts are excluded, because no public page is read by account. */
const identifying = /^(?!account_|owner_).*(?:^|_)(?:key|id|slug|text|form)$/;

/**
 * The columns by which rows of each table are looked up: those of its keys and indexes that identify something, primary key first. A change
 * names its rows by their values in these columns (docs/decisions/0039-page-cache-invalidation.md).
 */
export const lookupColumns: ReadonlyMap<string, readonly string[]> = new Map(
  schema.flatMap(Object.values).flatMap((table: unknown) => {
    if (!is(table, Table)) return [];
    const { name, columns } = indexedColumnsOf(table);
    return [[name, [...new Set(columns.map(toSnakeCase))].filter((column) => identifying.test(column))]];
  }),
);
