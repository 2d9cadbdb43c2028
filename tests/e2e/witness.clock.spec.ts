import { execFileSync } from 'node:child_process';
import { expect, test } from '@playwright/test';
import { headBody, type SignedHead } from '#lib/catalog/trust/model/document.ts';
import type { WitnessDocument } from '#lib/catalog/trust/model/witness.ts';
import { signingKey } from '#lib/platform/keys/signing.ts';
import { grantAdmin } from './instance-database.ts';
import { expectAccessible, mailsTo, outboxPath, signIn } from './pages.ts';

/** The instance is its own witness (tests/run.ts). Its log has a head for each day so far. */
test.describe.configure({ mode: 'serial' });

const url = process.env.E2E_URL ?? '';
const fetchWitnessedHeads = async (): Promise<SignedHead[]> => {
  const found = (await (await fetch(`${url}/trust/witness.json`)).json()) as WitnessDocument;
  return found.origins.find(({ origin }) => origin === url)?.heads ?? [];
};
/** Waits until the witness has all heads of the log, and returns them, newest first. */
async function waitForAllHeads(): Promise<SignedHead[]> {
  let found: SignedHead[] = [];
  await expect(async () => {
    found = await fetchWitnessedHeads();
    const log = (await (await fetch(`${url}/trust/log.json`)).json()) as { heads: SignedHead[] };
    expect(found).toMatchObject(log.heads);
    expect(found).not.toEqual([]);
  }).toPass({ timeout: 180_000 });
  return found;
}
const post = (body: unknown, headers: Record<string, string> = {}) =>
  fetch(`${url}/trust/witness`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });

test('the head of the log reaches its witnesses, and the verifier compares it with the log', async () => {
  const verifier = ['lib/catalog/trust/verify.mjs', '--heads', `${url}/trust/witness.json`, `${url}/trust/log.json`];
  // The worker may publish a head between two reads.
  await expect(async () => {
    const { length } = await waitForAllHeads();
    expect(execFileSync(process.execPath, verifier, { encoding: 'utf8' })).toContain(`It holds all ${length} heads that were witnessed.`);
  }).toPass({ timeout: 180_000 });
});

test('an admin sees where the heads are', async ({ page }) => {
  await signIn(page, 'operator@example.org');
  await grantAdmin('operator@example.org');
  const table = page.getByRole('table', { name: /Witnesses/ });
  await expect(async () => {
    const [head] = await fetchWitnessedHeads();
    await page.goto('/admin');
    await expect(table.getByRole('row').filter({ hasText: url })).toContainText(head?.day ?? 'no day', {
      timeout: 1000,
    });
  }).toPass({ timeout: 180_000 });
  await expect(table.getByRole('row').filter({ hasText: url })).toContainText('no');
  await expectAccessible(page);
});

test('a contradicting head is rejected with a problem document, and shown to the admins', async ({ page }) => {
  const heads = await waitForAllHeads();
  const [head] = heads;
  if (!head) throw new Error('Nothing is witnessed.');
  const key = signingKey(process.env.E2E_DATA_DIR ?? '');
  const { day, number, at } = head;
  const forged = { day, number, at, hash: 'f'.repeat(64) };
  const message = {
    format: 'peergraph-witness-1',
    origin: url,
    head: { ...forged, keyId: key.id, signature: key.sign(headBody(forged)) },
    publicKey: key.publicKey,
    keyEvents: [],
  };
  const response = await post(message);
  expect([response.status, response.headers.get('content-type')]).toEqual([409, 'application/problem+json']);
  expect(await response.json()).toMatchObject({
    status: 409,
    code: 'witness_contradiction',
    title: expect.any(String),
    detail: expect.any(String),
  });
  const witnessed = await fetchWitnessedHeads();
  expect(witnessed).toEqual(expect.arrayContaining(heads));
  expect(witnessed.map(({ hash }) => hash)).not.toContain(forged.hash);
  for (const [body, headers, status] of [
    [{ ...message, origin: 'https://stranger.example' }, {}, 403],
    [{ ...message, publicKey: 'x' }, {}, 400],
    ['x'.repeat(70_000), {}, 400],
    [message, { 'Content-Type': 'text/plain' }, 400],
    [message, { Origin: 'https://evil.example' }, 403],
    [message, { 'Sec-Fetch-Site': 'cross-site' }, 403],
  ] as const)
    expect((await post(body, headers)).status, JSON.stringify(headers)).toBe(status);
  await signIn(page, 'operator@example.org');
  await page.goto('/admin');
  await expect(page.getByText(`The log of ${url} contradicts itself`)).toBeVisible();
  await expectAccessible(page);
  await page.goto(outboxPath());
  await expect(mailsTo(page, 'operator@example.org').filter({ hasText: 'contradicts itself' })).toHaveCount(1);
});
