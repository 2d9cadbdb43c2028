import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport, type Transporter } from 'nodemailer';
import { z } from 'zod';
import { now } from '#lib/platform/clock.ts';
import { env } from '#lib/platform/env.ts';
import { requestId } from '#lib/platform/request-context.ts';
import { isLoopbackHost } from '#lib/platform/settings/addresses.ts';
import { TransientError } from '#lib/platform/transient-error.ts';

interface Mail {
  /** Equal for all attempts to send the same email, so that duplicates can be recognised. */
  id: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  /** The URL whose POST stops this kind of email. */
  unsubscribe?: string | undefined;
}

/** Headers for one-click unsubscription in mail programs (RFC 8058). */
const unsubscribeHeaders = (url: string | undefined): Record<string, string> =>
  url === undefined ? {} : { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };

/** Links an email to the log lines of the request that caused it. */
const requestHeaders = (): Record<string, string> => {
  const id = requestId();
  return id === undefined ? {} : { 'X-Request-Id': id };
};

const optionalText = z.string().optional().catch(undefined);
const smtpErrorSchema = z.object({ code: optionalText, command: optionalText, responseCode: z.number().optional().catch(undefined) });

/** Codes of a server that requires authentication (RFC 4954 §6), at any step. */
const loginRequiredCodes: readonly number[] = [530, 534, 535, 538];
/** Returned for the size of an email (RFC 1870 §6.1), already in response to MAIL FROM. */
const messageTooLargeCode = 552;

/**
 * Classifies an error of sending (RFC 5321 §4.2.1). A 5yz reply to this email, or an invalid address, is permanent. A 4yz reply, or no
 * reply, is transient. A rejected sender or login affects every email, and is transient because the operator can fix it.
 */
function classifyFault(fault: unknown): unknown {
  const { code = '', command, responseCode = 0 } = smtpErrorSchema.safeParse(fault).data ?? {};
  const isOfSender = code === 'EENVELOPE' && command === 'MAIL FROM' && responseCode !== messageTooLargeCode;
  const isOfInstance = isOfSender || loginRequiredCodes.includes(responseCode);
  const isOfThisMail = !isOfInstance && (code === 'EENVELOPE' || code === 'EMESSAGE');
  const isTemporary = responseCode >= 400 && responseCode < 500;
  if (isOfThisMail && !isTemporary) return fault;
  // 421: the server is shutting down.
  return new TransientError(fault, !isOfThisMail || responseCode === 421);
}

/** The code of nodemailer for a server that does not answer in time. */
const timeoutCode = 'ETIMEDOUT';
const isTimeout = ({ cause }: TransientError): boolean => smtpErrorSchema.safeParse(cause).data?.code === timeoutCode;

/** Sends email. `deliver` throws on failure and the job is retried; for longer if the error is a `TransientError`. */
interface Transport {
  deliver(mail: Mail): Promise<void>;
}

/**
 * Returns true for a remote server: it must use STARTTLS, so that an attacker in between cannot strip it and read sign-in codes.
 * `?requireTLS=false` in SMTP_URL disables this.
 */
const isRemote = (url: URL): boolean => !isLoopbackHost(url.hostname);

const minuteMs = 60_000;

/** Consecutive emails share a connection, which is closed after this idle time, before servers do so. */
const connectionIdleMs = 2_000;

/** Returns the SMTP URL with our options as parameters: nodemailer ignores other options if it receives a URL. */
function connectionUrlOf(smtpUrl: string): string {
  const url = new URL(smtpUrl);
  const options = {
    pool: true,
    maxConnections: 1,
    // If the connection is lost, the job retries the email, visibly for the operator.
    maxRequeues: 0,
    requireTLS: isRemote(url),
    connectionTimeout: minuteMs / 6,
    greetingTimeout: minuteMs / 2,
    // Servers may scan an email before accepting it. A shorter timeout would send it twice.
    socketTimeout: 2 * minuteMs,
  };
  for (const [name, value] of Object.entries(options)) if (!url.searchParams.has(name)) url.searchParams.set(name, String(value));
  return url.href;
}

/** Connects and authenticates as for sending, but sends nothing. @throws on failure */
export const testSmtpConnection = async (url: string): Promise<void> => void (await createTransport(connectionUrlOf(url)).verify());

/** The limits of a connection apply to silence only. A server that slows senders down by sending a little from time to time would block all jobs. */
const maxSendMs = 4 * minuteMs;

/** Sends through an SMTP server. */
export function smtpTransport(url: string, from: string, host: string, sendTimeoutMs = maxSendMs): Transport {
  const connection = connectionUrlOf(url);
  let transporter: Transporter | null = null;
  let pendingCount = 0;
  let closeTimer: NodeJS.Timeout | undefined;
  const close = () => {
    transporter?.close();
    transporter = null;
  };
  const send = async (message: Parameters<Transporter['sendMail']>[0]): Promise<void> => {
    transporter ??= createTransport(connection);
    const timeout = Promise.withResolvers<never>();
    const timer = setTimeout(() => {
      const error = new Error(`The mail server did not accept the mail within ${sendTimeoutMs / 1000} seconds.`);
      timeout.reject(Object.assign(error, { code: timeoutCode }));
      // This connection stays busy; the next mail opens another.
      close();
    }, sendTimeoutMs);
    try {
      await Promise.race([transporter.sendMail(message), timeout.promise]);
    } catch (fault) {
      throw classifyFault(fault);
    } finally {
      clearTimeout(timer);
    }
  };
  return {
    async deliver({ id, to, subject, text, html, unsubscribe }) {
      // The single recipient is set in the envelope, so that an address cannot add further ones.
      const envelope = { from: addressInSender(from), to: [to] };
      const headers = { ...unsubscribeHeaders(unsubscribe), ...requestHeaders() };
      const messageId = `<${id}@${host}>`;
      const message = { envelope, from, to: { name: '', address: to }, subject, text, html, messageId, headers };
      clearTimeout(closeTimer);
      pendingCount += 1;
      const wasOpen = transporter !== null;
      try {
        await send(message).catch(async (fault: unknown) => {
          // The server may have closed a reused connection. A new connection shows whether emails can be sent. After a timeout, which other
          // jobs have waited for too, the job is retried later.
          const mayBeClosed = fault instanceof TransientError && fault.affectsAllJobs && !isTimeout(fault);
          if (!(wasOpen && pendingCount === 1 && mayBeClosed)) throw fault;
          close();
          await send(message);
        });
      } finally {
        pendingCount -= 1;
        if (pendingCount === 0) closeTimer = setTimeout(close, connectionIdleMs);
      }
    },
  };
}

const addressInSender = (from: string): string => /<([^>]+)>\s*$/.exec(from)?.[1] ?? from;

const outboxMailSchema = z.object({
  id: z.string(),
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  unsubscribe: z.string().optional(),
  sentAt: z.coerce.date(),
});
export type OutboxMail = z.infer<typeof outboxMailSchema>;

/** Stores emails in a folder, one file each, readable only by the operator's user. A repeated delivery replaces its file. */
export function outboxTransport(folder: string): Transport {
  return {
    async deliver(mail) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const path = join(folder, `${mail.id}.json`);
      const draft = `${path}.${process.pid}.part`;
      await writeFile(draft, JSON.stringify({ ...mail, sentAt: now() }, null, 2), { mode: 0o600, flush: true });
      await rename(draft, path);
    },
  };
}

const maxMails = 100;

/** Returns the newest emails of an outbox folder, newest first. Skips files that are not emails. */
export async function listOutboxMails(folder: string): Promise<OutboxMail[]> {
  const names = await readdir(folder).catch(() => []);
  const mails = await Promise.all(names.filter((name) => name.endsWith('.json')).map((name) => readMail(join(folder, name))));
  return mails
    .filter((mail) => mail !== null)
    .sort((a, b) => b.sentAt.getTime() - a.sentAt.getTime())
    .slice(0, maxMails);
}

async function readMail(path: string): Promise<OutboxMail | null> {
  try {
    return outboxMailSchema.parse(JSON.parse(await readFile(path, 'utf8')));
  } catch {
    return null;
  }
}

export const outboxFolder = (): string => join(env().DATA_DIR, 'outbox');

let currentTransport: { by: string; transport: Transport } | undefined;

/** Returns the transport for the settings of this instance. */
export function mailTransport(): Transport {
  const { SMTP_URL, MAIL_FROM, PUBLIC_URL } = env();
  if (!SMTP_URL) return outboxTransport(outboxFolder());
  const settingsKey = [SMTP_URL, MAIL_FROM, PUBLIC_URL].join(' ');
  if (currentTransport?.by !== settingsKey)
    currentTransport = { by: settingsKey, transport: smtpTransport(SMTP_URL, MAIL_FROM, new URL(PUBLIC_URL).hostname) };
  return currentTransport.transport;
}
