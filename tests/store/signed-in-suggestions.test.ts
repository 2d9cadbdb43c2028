import { eq } from 'drizzle-orm';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { suggestCorrectionAction } from '#lib/governance/corrections/actions.ts';
import { setNameVisibility } from '#lib/governance/identity/actions.ts';
import { fileReportAction } from '#lib/governance/reports/actions.ts';
import type { ActionState } from '#lib/platform/action.ts';
import type { Actor } from '#lib/platform/auth/actor.ts';
import { accounts } from '#lib/platform/db/schema/accounts.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import { corrections } from '#lib/platform/db/schema/corrections.ts';
import { reports } from '#lib/platform/db/schema/reports.ts';
import { works } from '#lib/platform/db/schema/works.ts';
import type { Store } from '#lib/platform/db/store.ts';
import { createAccount, importWorks, runJobs } from './fixtures.ts';
import { databasePerFile } from './test-database.ts';

/** Actions that need no account, sent by an account that is being erased at the time, and without an account. */
const requestState = vi.hoisted(() => ({ actor: null as Actor | null, store: null as Store | null }));
vi.mock('next/headers', () => ({ headers: async () => new Headers({ 'x-peergraph-address': '192.0.2.7' }) }));
vi.mock('next/cache', () => ({ revalidatePath: () => undefined }));
vi.mock('next/navigation', () => ({
  redirect: (path: string) => {
    throw new Error(`goes to ${path}`);
  },
}));
vi.mock('#lib/platform/auth/viewer.ts', () => ({ viewer: async () => requestState.actor }));
vi.mock('#lib/platform/db/store.ts', async (original) => ({
  ...(await original<object>()),
  reader: () => requestState.store?.reader,
  transact: (work: Parameters<Store['transact']>[0]) => requestState.store?.transact(work),
}));

const database = databasePerFile();
let authorId = '';
let workId = '';
beforeAll(async () => {
  requestState.store = database.store;
  const printed = { source: 'bibtex', recordId: 'one', title: ['On Lampps'], type: 'article', date: '1842' } as const;
  await importWorks(database.store, { ...printed, authors: [{ name: 'Ada Byron', affiliation: 'Royal Society' }] });
  await runJobs(database.store);
  authorId = (await database.store.reader.select({ id: authors.id }).from(authors))[0]?.id ?? '';
  workId = (await database.store.reader.select({ id: works.id }).from(works))[0]?.id ?? '';
});
beforeEach(() => {
  requestState.actor = null;
});

type Action = (state: ActionState, form: FormData) => Promise<ActionState>;
const evidence = { evidenceUrl: '', note: 'As printed.' };
const actions: [what: string, action: Action, fields: () => Record<string, string>][] = [
  ['a correction of a work', suggestCorrectionAction, () => ({ subjectId: workId, field: 'title', value: 'On Lamps', ...evidence })],
  [
    'a correction of a profile',
    suggestCorrectionAction,
    () => ({ subjectId: authorId, field: 'affiliation', value: 'Analytical Society', ...evidence }),
  ],
  ['a report', fileReportAction, () => ({ subject: 'work', subjectId: workId, kind: 'wrong_fact', reason: 'title', right: 'On Lamps' })],
  ['a request about a name', setNameVisibility, () => ({ record: authorId, wanted: 'search_only', contact: 'ada@example.org' })],
];
const send = (action: Action, fields: Record<string, string>) => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return action(null, form);
};
const storedRows = () => Promise.all([corrections, reports].map((table) => database.store.reader.select().from(table)));

test.each(actions)('%s is rejected for an account that was erased meanwhile, and accepted from visitors', async (_, action, fields) => {
  const gone = await createAccount(database.store, 'Gone');
  await database.store.transact((tx) => tx.delete(accounts).where(eq(accounts.id, gone.accountId)));
  requestState.actor = gone;
  const before = await storedRows();
  expect(await send(action, fields())).toMatchObject({ code: 'not_signed_in', refusal: { title: 'Sign in to continue' } });
  expect(await storedRows()).toEqual(before);
  requestState.actor = null;
  await expect(send(action, fields())).rejects.toThrow(/^goes to \//);
});
