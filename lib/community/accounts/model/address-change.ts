import type { AddressPurpose } from './account.ts';

/** Where the one link of an account waits that confirms an address for a purpose; the token beside it is its hash and the address. */
export const confirmationKey = (purpose: AddressPurpose, accountId: string): string => `confirm-${purpose}:${accountId}`;

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
export const formerContactKey = (accountId: string): string => `former-contact:${accountId}`;

const formerAddressPrefix = 'former-address:';
const formerDomainPrefix = 'former-domain:';
/** Match what is kept of former addresses of accounts: the seal of each, and its domain. */
export const anyFormerAddress = `${formerAddressPrefix}%`;
export const anyFormerDomain = `${formerDomainPrefix}%`;
export const formerAddressKey = (seal: string): string => `${formerAddressPrefix}${seal}`;
export const formerDomainKey = (domain: string): string => `${formerDomainPrefix}${domain}`;
/** Returns the seal or the domain that such an identifier holds. */
export const valueOfKey = (identifier: string): string => identifier.slice(identifier.indexOf(':') + 1);
