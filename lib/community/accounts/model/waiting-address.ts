import type { AddressPurpose } from './account.ts';

/** Where the one link of an account waits that confirms an address for a purpose; the token beside it is its hash and the address. */
export const waitingAs = (purpose: AddressPurpose, accountId: string): string => `confirm-${purpose}:${accountId}`;

/** A confirmed address that becomes the account's own when the wait is over. */
export interface PendingChange {
  opensAt: Date;
  /** The session that confirmed it, which stays open after the change. */
  sessionId: string;
  address: string;
}

const changePrefix = 'pending-address:';
/** Matches the pending changes of all accounts. */
export const anyPendingChange = `${changePrefix}%`;
/** Returns the identifier under which the pending change of an account is stored. */
export const pendingChangeKey = (accountId: string): string => `${changePrefix}${accountId}`;

export const changeToken = ({ opensAt, sessionId, address }: PendingChange): string => `${opensAt.getTime()} ${sessionId} ${address}`;
export function parseChangeToken(token: string): PendingChange {
  const [at = '', sessionId = '', address = ''] = token.split(' ');
  return { opensAt: new Date(Number(at)), sessionId, address };
}

/** Where the recovery contacts wait that an account has removed or replaced; the token is the address. */
export const leftContactKey = (accountId: string): string => `left-contact:${accountId}`;

const leftPrefix = 'left-address:';
const domainPrefix = 'left-domain:';
/** Match what is kept of addresses that accounts have left: the seal of each, and its domain. */
export const anyLeftAddress = `${leftPrefix}%`;
export const anyLeftDomain = `${domainPrefix}%`;
export const leftAddressKey = (seal: string): string => `${leftPrefix}${seal}`;
export const leftDomainKey = (domain: string): string => `${domainPrefix}${domain}`;
/** Returns the seal or the domain that such an identifier holds. */
export const leftIn = (identifier: string): string => identifier.slice(identifier.indexOf(':') + 1);
