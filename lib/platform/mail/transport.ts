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
  /** The same for every attempt at the same mail, so that a repeated one can be known as such. */
  id: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Where one POST ends this kind of mail. */
  unsubscribe?: string | undefined;
}

/** RFC 8058: a mail program can end this kind of mail with one press, without opening a page. */
const oneClick = (url: string | undefined): Record<string, string> =>
  url === undefined ? {} : { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };

/** Ties a mail to the log lines of the request that it answers. */
const origin = (): Record<string, string> => {
  const id = requestId();
  return id === undefined ? {} : { 'X-Request-Id': id };
};

const text = z.string().optional().catch(undefined);
const refusal = z.object({ code: text, command: text, responseCode: z.number().optional().catch(undefined) });

/** What a server answers that wants to know first who sends (RFC 4954 §6), at whichever step. */
const wantsLogin: readonly number[] = [530, 534, 535, 538];
/** Said of a mail's size (RFC 1870 §6.1) when its sender is given. */
const tooLarge = 552;

/**
 * What a fault of sending means (RFC 5321 §4.2.1): a 5yz answer to this mail is for good, and so is an address that cannot be written;
 * a 4yz answer, and a server that does not answer, passes. A sender or a login that a server turns away is the same for every mail:
 * it passes once the operator has fixed it.
 */
function meaning(fault: unknown): unknown {
  const { code = '', command, responseCode = 0 } = refusal.safeParse(fault).data ?? {};
  const isOfSender = code === 'EENVELOPE' && command === 'MAIL FROM' && responseCode !== tooLarge;
  const isOfInstance = isOfSender || wantsLogin.includes(responseCode);
  const isOfThisMail = !isOfInstance && (code === 'EENVELOPE' || code === 'EMESSAGE');
  const asksToComeBack = responseCode >= 400 && responseCode < 500;
  if (isOfThisMail && !asksToComeBack) return fault;
  // 421: the server is about to go.
  return new TransientError(fault, !isOfThisMail || responseCode === 421);
}

/** How mail leaves this instance. `deliver` throws where it could not: the job is tried again; for long where it is a `TransientError`. */
interface Transport {
  deliver(mail: Mail): Promise<void>;
}

/** True of a server elsewhere: somebody between who strips STARTTLS must not read sign-in codes. `?requireTLS=false` in SMTP_URL ends it. */
const isElsewhere = (url: URL): boolean => !isLoopbackHost(url.hostname);

const minuteMs = 60_000;

/** Mails that follow one another share a connection, which is closed after this pause: servers end those that are idle. */
const keptOpenMs = 2_000;

/** The address of the server that SMTP_URL names, with our options: nodemailer reads them there alone where an address is given. */
function connectionTo(smtpUrl: string): string {
  const url = new URL(smtpUrl);
  const options = {
    pool: true,
    maxConnections: 1,
    // A mail whose connection is lost is tried again by its job, which others can see.
    maxRequeues: 0,
    requireTLS: isElsewhere(url),
    connectionTimeout: minuteMs / 6,
    greetingTimeout: minuteMs / 2,
    // A server that looks a mail over before it takes it needs a while: who leaves earlier sends it twice.
    socketTimeout: 2 * minuteMs,
  };
  for (const [name, value] of Object.entries(options)) if (!url.searchParams.has(name)) url.searchParams.set(name, String(value));
  return url.href;
}

/** Signs in to the server as sending does, and sends nothing. Throws where that fails. */
export const trySmtp = async (url: string): Promise<void> => void (await createTransport(connectionTo(url)).verify());

/** The limits of a connection apply to silence only. A server that slows senders down by sending a little from time to time would block all jobs. */
const maxSendMs = 4 * minuteMs;

/** Sends through an SMTP server. */
export function smtpTransport(url: string, from: string, host: string, sendsWithinMs = maxSendMs): Transport {
  const connection = connectionTo(url);
  let kept: Transporter | null = null;
  let underWay = 0;
  let closing: NodeJS.Timeout | undefined;
  const close = () => {
    kept?.close();
    kept = null;
  };
  const send = async (message: Parameters<Transporter['sendMail']>[0]): Promise<void> => {
    kept ??= createTransport(connection);
    const late = Promise.withResolvers<never>();
    const timer = setTimeout(() => {
      late.reject(new Error(`The mail server did not accept the mail within ${sendsWithinMs / 1000} seconds.`));
      // This connection stays busy; the next mail opens another.
      close();
    }, sendsWithinMs);
    try {
      await Promise.race([kept.sendMail(message), late.promise]);
    } catch (fault) {
      throw meaning(fault);
    } finally {
      clearTimeout(timer);
    }
  };
  return {
    async deliver({ id, to, subject, text, html, unsubscribe }) {
      // One recipient, given apart from the header, so that nothing in an address can add another.
      const envelope = { from: addressOf(from), to: [to] };
      const headers = { ...oneClick(unsubscribe), ...origin() };
      const messageId = `<${id}@${host}>`;
      const message = { envelope, from, to: { name: '', address: to }, subject, text, html, messageId, headers };
      clearTimeout(closing);
      underWay += 1;
      const wasKept = kept !== null;
      try {
        await send(message).catch(async (fault: unknown) => {
          // A server may end a connection that was kept, after some mails or some time: a new one shows whether anything gets through.
          if (!(wasKept && underWay === 1 && fault instanceof TransientError && fault.affectsAllJobs)) throw fault;
          close();
          await send(message);
        });
      } finally {
        underWay -= 1;
        if (underWay === 0) closing = setTimeout(close, keptOpenMs);
      }
    },
  };
}

const addressOf = (from: string): string => /<([^>]+)>\s*$/.exec(from)?.[1] ?? from;

const kept = z.object({
  id: z.string(),
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  unsubscribe: z.string().optional(),
  sentAt: z.coerce.date(),
});
export type KeptMail = z.infer<typeof kept>;

/** Keeps mail in a folder, one file each, readable by the operator's user alone. A repeated delivery replaces its own file. */
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

/** The newest mails of an outbox folder, newest first. A file that is not a mail is passed over. */
export async function outboxMails(folder: string): Promise<KeptMail[]> {
  const names = await readdir(folder).catch(() => []);
  const mails = await Promise.all(names.filter((name) => name.endsWith('.json')).map((name) => readMail(join(folder, name))));
  return mails
    .filter((mail) => mail !== null)
    .sort((a, b) => b.sentAt.getTime() - a.sentAt.getTime())
    .slice(0, maxMails);
}

async function readMail(path: string): Promise<KeptMail | null> {
  try {
    return kept.parse(JSON.parse(await readFile(path, 'utf8')));
  } catch {
    return null;
  }
}

export const outboxFolder = (): string => join(env().DATA_DIR, 'outbox');

let inUse: { by: string; transport: Transport } | undefined;

/** The transport that this instance's settings choose. */
export function transport(): Transport {
  const { SMTP_URL, MAIL_FROM, PUBLIC_URL } = env();
  if (!SMTP_URL) return outboxTransport(outboxFolder());
  const by = [SMTP_URL, MAIL_FROM, PUBLIC_URL].join(' ');
  if (inUse?.by !== by) inUse = { by, transport: smtpTransport(SMTP_URL, MAIL_FROM, new URL(PUBLIC_URL).hostname) };
  return inUse.transport;
}
