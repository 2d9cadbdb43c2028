import type { AddressPurpose } from './account.ts';

/** Returns the identifier of the account's open confirmation link for a purpose. Its token holds the hash of the link and the address. */
export const confirmationKey = (purpose: AddressPurpose, accountId: string): string => `confirm-${purpose}:${accountId}`;

/** A confirmed address that replaces the account's address after the wait. */
export interface PendingChange {
  opensAt: Date;
  /** The session that confirmed the address. It stays open after the change. */
  sessionId: string;
  address: string;
}

const changePrefix = 'pending-address:';
/** LIKE pattern for the pending changes of all accounts. */
export const pendingChangePattern = `${changePrefix}%`;
/** Returns the identifier under which the pending change of an account is stored. */
export const pendingChangeKey = (accountId: string): string => `${changePrefix}${accountId}`;

export const formatChangeToken = ({ opensAt, sessionId, address }: PendingChange): string => `${opensAt.getTime()} ${sessionId} ${address}`;
export function parseChangeToken(token: string): PendingChange {
  const [at = '', sessionId = '', address = ''] = token.split(' ');
  return { opensAt: new Date(Number(at)), sessionId, address };
}

/** Returns the identifier under which removed and replaced recovery contacts of an account are stored. The token is the address. */
export const formerContactKey = (accountId: string): string => `former-contact:${accountId}`;

const formerAddressPrefix = 'former-address:';
const formerDomainPrefix = 'former-domain:';
/** LIKE patterns for the retained seals and domains of former addresses. */
export const formerAddressPattern = `${formerAddressPrefix}%`;
export const formerDomainPattern = `${formerDomainPrefix}%`;
export const formerAddressKey = (seal: string): string => `${formerAddressPrefix}${seal}`;
export const formerDomainKey = (domain: string): string => `${formerDomainPrefix}${domain}`;
/** Returns the seal or the domain in such an identifier. */
export const valueOfKey = (identifier: string): string => identifier.slice(identifier.indexOf(':') + 1);
