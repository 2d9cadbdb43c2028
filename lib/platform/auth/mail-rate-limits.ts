import type { Writer } from '#lib/platform/db/store.ts';
import { env } from '#lib/platform/env.ts';
import { confirmationLimit, type Limit, signInLinkLimits } from '#lib/platform/limits.ts';
import { type Counter, countAgainstLimits, countUses } from './rate-limits.ts';

/**
 * Limits emails to an address that somebody has typed: sign-in links, confirmations, proofs and recovery. Unknown browsers are counted
 * together, so that nobody can flood a mailbox. A browser that has signed in with the address before (lib/platform/auth/known-device.ts),
 * and an account that has proved the address, are counted separately, so that others cannot lock them out.
 */
const { device: deviceLimit, addressAndNetwork: addressAndNetworkLimit, network: networkLimit, address: addressLimit } = signInLinkLimits;
const { quietNetwork: quietNetworkLimit, addressADay: addressADayLimit } = signInLinkLimits;

interface MailRefusal {
  code: 'mail_just_sent' | 'too_many_links' | 'too_many_links_from_network';
  /** Minutes until the next attempt can succeed. */
  minutes: number;
}

/** Limits to one email in `MAIL_INTERVAL_SECONDS`; no limit if that is 0. */
const intervalCounters = (subject: string, seconds: number): Counter[] =>
  seconds === 0 ? [] : [{ name: 'mail-interval', subject, limit: { times: 1, minutes: seconds / 60 } }];

const codeByLimit: Record<string, MailRefusal['code']> = {
  'mail-interval': 'mail_just_sent',
  'link-network': 'too_many_links_from_network',
};

async function countMail(tx: Writer, counters: readonly Counter[]): Promise<MailRefusal | null> {
  const exceeded = await countAgainstLimits(tx, counters);
  return exceeded && { code: codeByLimit[exceeded.name] ?? 'too_many_links', minutes: exceeded.minutes };
}

interface LinkRequest {
  email: string;
  network: string;
  /** The id of the browser if it has signed in with this address before. */
  device: string | null;
}

/**
 * Counts a request for a sign-in link. Does not read accounts, so that it reveals nothing about them. A network with few requests today
 * always gets its link, so that strangers who ask for an address cannot lock its owner out.
 */
export async function signInLinkRefusal(
  tx: Writer,
  { email, network, device }: LinkRequest,
  seconds: number = env().MAIL_INTERVAL_SECONDS,
): Promise<MailRefusal | null> {
  if (device) {
    const subject = `${device} ${email}`;
    return countMail(tx, [{ name: 'link-device', subject, limit: deviceLimit }, ...intervalCounters(subject, seconds)]);
  }
  const pair = `${email} ${network}`;
  const addressADay = { name: 'link-address-day', subject: email, limit: addressADayLimit };
  const usesToday = await countUses(tx, { name: 'link-network-day', subject: network, limit: quietNetworkLimit });
  if (usesToday <= quietNetworkLimit.times) {
    // Counted for others who ask for the address, but not against this network.
    for (const counter of intervalCounters(email, seconds)) await countUses(tx, counter);
    return countMail(tx, [addressADay, ...intervalCounters(pair, seconds)]);
  }
  // The network first: a rejected request then leaves no row for an invented address.
  return countMail(tx, [
    { name: 'link-network', subject: network, limit: networkLimit },
    { name: 'link-pair', subject: pair, limit: addressAndNetworkLimit },
    { name: 'link-address', subject: email, limit: addressLimit },
    addressADay,
    ...intervalCounters(email, seconds),
  ]);
}

/** Counts an email by which an account confirms an address. An account that has proved the address before is counted separately. */
export function confirmationRefusal(
  tx: Writer,
  { accountId, address, isShown }: { accountId: string; address: string; isShown: boolean },
  seconds: number = env().MAIL_INTERVAL_SECONDS,
): Promise<MailRefusal | null> {
  const subject = `${accountId} ${address}`;
  const pair = { name: 'confirm-pair', subject, limit: confirmationLimit };
  if (isShown) return countMail(tx, [pair, ...intervalCounters(subject, seconds)]);
  return countMail(tx, [pair, { name: 'link-address', subject: address, limit: addressLimit }, ...intervalCounters(address, seconds)]);
}

/**
 * Counts an email to the recovery contact of an account. Its interval is separate from that of sign-in links; otherwise, requesting both
 * would reveal which address is the contact of which account. After a refusal, the link of the last email still works for a day.
 */
export const recoveryRefusal = (
  tx: Writer,
  { accountId, device, limit }: { accountId: string; device: string | null; limit: Limit },
  seconds: number = env().MAIL_INTERVAL_SECONDS,
): Promise<MailRefusal | null> => {
  const subject = device ? `${device} ${accountId}` : accountId;
  return countMail(tx, [{ name: 'recover-mails', subject, limit }, ...intervalCounters(`recovery ${subject}`, seconds)]);
};
