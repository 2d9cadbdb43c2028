import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { and, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { follows } from '#lib/platform/db/schema/follows.ts';
import { invitations, threadMembers, threads } from '#lib/platform/db/schema/invitations.ts';
import { jobs } from '#lib/platform/db/schema/jobs.ts';
import { notifications } from '#lib/platform/db/schema/notifications.ts';
import { databaseFlag } from '#lib/platform/processes/child-process.ts';
import type { ProcessInput, ProcessOutput } from './concurrent-process.ts';
import { createRecord, getRecord } from './fixtures.ts';
import { createResearcher, openToInvitations, sendInvitation } from './researchers.ts';
import { databasePerFile } from './test-database.ts';

const database = databasePerFile();

const processes = 5;

/** Runs several processes, each with its own connections, which start at the same moment. */
async function runProcesses(orders: ProcessInput[]): Promise<ProcessOutput[]> {
  const env = { ...process.env, DATABASE_URL: database.url };
  const children = orders.map(() =>
    spawn(process.execPath, [databaseFlag(), 'tests/store/concurrent-process.ts'], { env, stdio: ['pipe', 'pipe', 'inherit'] }),
  );
  await Promise.all(children.map((child) => once(child.stdout, 'data')));
  const said = children.map(async (child) => {
    const parts: Buffer[] = [];
    child.stdout.on('data', (part: Buffer) => parts.push(part));
    await once(child, 'close');
    return JSON.parse(Buffer.concat(parts).toString()) as ProcessOutput;
  });
  for (const [each, child] of children.entries()) child.stdin.end(JSON.stringify(orders[each]));
  return Promise.all(said);
}

test('200 follows and 50 acceptances of one invitation, from five processes concurrently, leave exact counts', async () => {
  const { store } = database;
  const record = await createRecord(store, 'Ada Brandt');
  const [from, to] = [await createResearcher(store, 'Fifty'), await openToInvitations(store, await createResearcher(store, 'Times'))];
  const sent = await sendInvitation(store, from.actor, to);
  if (!sent.ok) throw new Error(sent.code);
  const { invitationId } = sent.value;
  const part = 200 / processes;
  const orders = Array.from({ length: processes }, (_, each) => ({
    followers: Array.from({ length: part }, (__, other) => `follower-${each * part + other}`),
    authorId: record.id,
    accepts: 50 / processes,
    recipient: { accountId: to.actor.accountId, authorId: to.id, invitationId },
  }));
  const answers = await runProcesses(orders);
  expect(answers.flatMap((answer) => answer.follows)).toEqual(Array(200).fill('ok'));
  expect((await getRecord(store, record.id)).followersCount).toBe(200);
  expect(await store.reader.select().from(follows).where(eq(follows.authorId, record.id))).toHaveLength(200);

  const accepts = answers.flatMap((answer) => answer.accepts).sort();
  expect(accepts).toEqual([...Array(49).fill('invitation_closed'), 'ok']);
  const opened = await store.reader.select().from(threads).where(eq(threads.invitationId, invitationId));
  expect(opened).toHaveLength(1);
  expect(
    await store.reader
      .select()
      .from(threadMembers)
      .where(eq(threadMembers.threadId, opened[0]?.id ?? '')),
  ).toHaveLength(2);
  expect((await store.reader.select().from(invitations).where(eq(invitations.id, invitationId))).map(({ state }) => state)).toEqual([
    'accepted',
  ]);
  const told = and(eq(notifications.accountId, from.actor.accountId), eq(notifications.kind, 'invitation_accepted'));
  expect(await store.reader.select().from(notifications).where(told)).toHaveLength(1);
  const mails = (await store.reader.select().from(jobs).where(eq(jobs.kind, 'send-mail'))).map(({ payload }) => payload as { to: string });
  expect(mails.filter(({ to: address }) => address === from.actor.email)).toHaveLength(1);
});
