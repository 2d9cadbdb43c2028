import { spawnSync } from 'node:child_process';
import { eq, sql } from 'drizzle-orm';
import { afterEach, expect, test, vi } from 'vitest';
import { jobs } from '#lib/platform/db/schema/jobs.ts';
import { enqueue } from '#lib/platform/jobs/queue.ts';
import { describeFault, faultFrames } from '#lib/platform/log/fault-text.ts';
import { log } from '#lib/platform/log/log.ts';
import { createMessage } from '#lib/platform/mail/messages.ts';
import { smtpTransport } from '#lib/platform/mail/transport.ts';
import { TransientError } from '#lib/platform/transient-error.ts';
import { logFailure, runDueJobs } from '#lib/runtime/worker/worker.ts';
import { startSmtp } from '../servers/smtp.ts';
import { databasePerFile } from './test-database.ts';

const database = databasePerFile();
afterEach(() => vi.restoreAllMocks());

const secrets = ['ada.brandt@example.org', 'hash-of-a-sign-in-token'];
const failWithSecrets = (): Promise<unknown> =>
  database.store.reader
    .rows(sql`select address from table_of_nothing where address = ${secrets[0]} and token_hash = ${secrets[1]}`)
    .catch((error: unknown) => error);

test('a failed statement is logged with its cause and without its values', async () => {
  const error = await failWithSecrets();
  const text = describeFault(error);
  expect(text).toMatch(/table_of_nothing/);
  expect(text).toMatch(/\[(42P01|SQLITE_ERROR)\]/);
  for (const value of secrets) expect(text + faultFrames(error).join('\n')).not.toContain(value);
  expect(describeFault(new TransientError(error, false))).not.toContain(secrets[1]);
});

test('a value that PostgreSQL cannot parse is not logged', () => {
  const error = Object.assign(new Error('invalid input syntax for type uuid: "ada brandt, her record"'), { code: '22P02' });
  expect(describeFault(error)).toBe('invalid input syntax for type uuid: (a value) [22P02]');
});

test.each([
  [new TransientError('451 Try again later', false), 'TransientError: 451 Try again later'],
  [new Error('550 5.1.1 <ada@example.org>: unknown'), '550 5.1.1 (an address) unknown'],
  [new Error('550 "ada brandt"@example.org is unknown'), '550 (an address) is unknown'],
  [new TypeError('x is not a function'), 'TypeError: x is not a function'],
  [
    Object.assign(new AggregateError([new Error('connect ECONNREFUSED ::1:25')]), { code: 'ECONNREFUSED' }),
    'AggregateError: [ECONNREFUSED] ← connect ECONNREFUSED ::1:25',
  ],
  ['only words\nof ada@example.org', 'only words of (an address)'],
])('%s is told on one line without addresses', (error, text) => expect(describeFault(error)).toBe(text));

test('a mail server that repeats an address in its rejection leaves no address in the log and in the job', async () => {
  const smtp = await startSmtp();
  const lines: object[] = [];
  vi.spyOn(log, 'error').mockImplementation((facts: unknown) => void lines.push(facts as object));
  const transport = smtpTransport(smtp.url, 'peergraph@example.org', 'example.org');
  const { text, subject } = createMessage('x', ['x']);
  try {
    await database.store.transact((tx) =>
      enqueue(tx, { kind: 'send-mail', payload: { to: 'ada@example.org', ...createMessage('x', ['x']) } }),
    );
    smtp.rejectMails(1, 550);
    const outside = ({ to }: { to: string }, { id }: { id: string }) => transport.deliver({ id, to, subject, text, html: text });
    await runDueJobs({ store: database.store, handlers: { 'send-mail': { outside } }, onFailure: logFailure });
  } finally {
    await smtp.stop();
  }
  const [job] = await database.store.reader.select().from(jobs).where(eq(jobs.kind, 'send-mail'));
  expect(job?.lastError).toMatch(/Try again later: \(an address\)/);
  expect(lines).toMatchObject([{ kind: 'send-mail', error: job?.lastError }]);
});

test('a fault printed by the framework is one line of the log, with the request id and without an address', () => {
  const program = `
    import { logConsole } from './lib/runtime/server/processes/console-lines.ts';
    import { withRequest } from './lib/platform/request-context.ts';
    logConsole();
    const cause = Object.assign(new Error('relation "x" does not exist'), { code: '42P01' });
    const error = new Error('Failed query: select 1\\nparams: ada@example.org,hash', { cause });
    withRequest({ id: 'request-1', isOverloaded: false }, () => console.error(' ⨯', Object.assign(error, { digest: '123' })));
    console.warn('ada@example.org\\nis odd');
    process.emitWarning('url.parse() is old', 'DeprecationWarning', 'DEP0169');`;
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' });
  expect(stderr).toBe('');
  expect(
    stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line)),
  ).toMatchObject([
    {
      level: 50,
      msg: 'a page failed',
      requestId: 'request-1',
      digest: '123',
      error: 'Failed query: select 1 ← relation "x" does not exist [42P01]',
    },
    { level: 40, words: '(an address) is odd' },
    { level: 40, words: expect.stringContaining('DeprecationWarning: url.parse() is old') },
  ]);
  expect(stdout).not.toMatch(/ada@|hash/);
});
