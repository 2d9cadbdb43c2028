import { randomUUID } from 'node:crypto';
import { now } from '#lib/platform/clock.ts';
import type { Store } from '#lib/platform/db/store.ts';
import { env } from '#lib/platform/env.ts';
import { describeFault } from '#lib/platform/log/fault-text.ts';
import { log } from '#lib/platform/log/log.ts';
import { mailTransport } from '#lib/platform/mail/transport.ts';
import { type Alert, createAlertMemory, findAlerts } from '#lib/portal/operations/model/alerts.ts';
import { readInstanceState } from '#lib/portal/operations/queries/instance-state.ts';

const webhookTimeoutMs = 10_000;

interface AlertChanges {
  begun: readonly Alert[];
  ended: readonly string[];
}

const textOf = ({ begun, ended }: AlertChanges): string =>
  [...begun.map(({ text }) => text), ...ended.map((code) => `Over: ${code}.`)].join('\n');

async function sendMail(to: string, changes: AlertChanges): Promise<void> {
  const { PUBLIC_URL } = env();
  const site = new URL(PUBLIC_URL).host;
  const text = `${textOf(changes)}\n\n${PUBLIC_URL}/admin\n`;
  const html = `<pre>${text.replace(/[&<>]/g, (character) => `&#${character.charCodeAt(0)};`)}</pre>`;
  const [first] = changes.begun;
  const subject = first ? `${site}: ${first.text}`.slice(0, 120) : `${site}: in order again`;
  await mailTransport().deliver({ id: randomUUID(), to, subject, text, html });
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

/** Channels of alerts. They bypass the job queue, since it may be the cause of an alert. */
const channels: readonly ((changes: AlertChanges) => Promise<void> | undefined)[] = [
  async ({ begun }) => {
    for (const { code, text } of begun) log.warn({ alert: code }, text);
  },
  (changes) => (env().ALERT_MAIL ? sendMail(env().ALERT_MAIL ?? '', changes) : undefined),
  (changes) =>
    env().ALERT_WEBHOOK
      ? postWebhook(env().ALERT_WEBHOOK ?? '', {
          instance: env().PUBLIC_URL,
          text: textOf(changes),
          alerts: changes.begun,
          ended: changes.ended,
        })
      : undefined,
];

/** Returns the alerts from the state of database and disk. */
export async function findInstanceAlerts(database: Store): Promise<Alert[]> {
  const { DATA_DIR, DATABASE_URL } = env();
  return findAlerts(await readInstanceState(database.reader, { dataDir: DATA_DIR, databaseUrl: DATABASE_URL }));
}

/**
 * Creates a function that checks for alerts, logs them, and sends them to ALERT_MAIL and ALERT_WEBHOOK. If a channel fails, the alert is
 * sent there again at the next call.
 */
export function createAlertSender(find: () => Alert[] | Promise<Alert[]>): () => Promise<void> {
  const channelStates = channels.map((send) => ({ send, memory: createAlertMemory() }));
  return async () => {
    try {
      const alerts = await find();
      await Promise.all(
        channelStates.map(async ({ send, memory }) => {
          const { keep, ...changes } = memory.next(alerts, now());
          if (changes.begun.length === 0 && changes.ended.length === 0) return;
          try {
            await send(changes);
            keep();
          } catch (error) {
            log.error({ error: describeFault(error) }, 'an alert could not be sent');
          }
        }),
      );
    } catch (error) {
      log.error({ error: describeFault(error) }, 'the state of the instance could not be read');
    }
  };
}
