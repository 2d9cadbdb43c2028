import { randomUUID } from 'node:crypto';
import { now } from '#lib/platform/clock.ts';
import { type Store, store } from '#lib/platform/db/store.ts';
import { env } from '#lib/platform/env.ts';
import { faultText } from '#lib/platform/log/fault-text.ts';
import { log } from '#lib/platform/log/log.ts';
import { transport } from '#lib/platform/mail/transport.ts';
import { type Alert, createAlertMemory, findAlerts } from '#lib/portal/operations/model/alerts.ts';
import { readInstanceState } from '#lib/portal/operations/queries/instance-state.ts';

const webhookTimeoutMs = 10_000;

/** Sends alerts to the operator, outside of the queue: a queue that stands still is what may have to be told. */
async function sendAlerts(begun: readonly Alert[], ended: readonly string[]): Promise<void> {
  const { ALERT_MAIL, ALERT_WEBHOOK, PUBLIC_URL } = env();
  const lines = [...begun.map(({ text }) => text), ...ended.map((code) => `Over: ${code}.`)];
  const site = new URL(PUBLIC_URL).host;
  const sending: Promise<unknown>[] = [];
  if (ALERT_MAIL) {
    const text = `${lines.join('\n')}\n\n${PUBLIC_URL}/admin\n`;
    const html = `<pre>${text.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`)}</pre>`;
    const subject = begun.length > 0 ? `${site}: ${begun[0]?.text ?? ''}`.slice(0, 120) : `${site}: in order again`;
    sending.push(transport().deliver({ id: randomUUID(), to: ALERT_MAIL, subject, text, html }));
  }
  if (ALERT_WEBHOOK) sending.push(postWebhook(ALERT_WEBHOOK, { instance: PUBLIC_URL, text: lines.join('\n'), alerts: begun, ended }));
  for (const result of await Promise.allSettled(sending))
    if (result.status === 'rejected') log.error({ error: faultText(result.reason) }, 'an alert could not be sent');
}

async function postWebhook(url: string, body: object): Promise<void> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    redirect: 'error',
    signal: AbortSignal.timeout(webhookTimeoutMs),
  });
  if (!response.ok) throw new Error(`The webhook answered ${response.status}.`);
}

/** Looks at the instance each time it is called, logs what needs the operator, and sends it where ALERT_MAIL or ALERT_WEBHOOK say. */
export function createAlerting(database: Store = store()): () => Promise<void> {
  const memory = createAlertMemory();
  return async () => {
    try {
      const { DATA_DIR, DATABASE_URL } = env();
      const state = await readInstanceState(database.reader, { dataDir: DATA_DIR, databaseUrl: DATABASE_URL });
      const { begun, ended } = memory.next(findAlerts(state), now());
      for (const { code, text } of begun) log.warn({ alert: code }, text);
      if (begun.length > 0 || ended.length > 0) await sendAlerts(begun, ended);
    } catch (error) {
      log.error({ error: faultText(error) }, 'the state of the instance could not be read');
    }
  };
}
