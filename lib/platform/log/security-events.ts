import { requestId } from '#lib/platform/request-context.ts';
import { log } from './log.ts';

/** Events that concern the security of accounts and of the instance (OWASP ASVS 5.0.0, V16.3). */
type SecurityEvent =
  | 'sign_in'
  | 'sign_in_refused'
  | 'sign_out'
  | 'account_change_refused'
  | 'admin_act'
  | 'review_act'
  | 'limit_reached'
  | 'too_many_connections';

const ordinaryEvents: ReadonlySet<SecurityEvent> = new Set(['sign_in', 'sign_out', 'admin_act', 'review_act']);

/**
 * Logs a security event with closed terms and numbers, never an address, an account or a name. The request id links it to the other lines
 * of the request. Actions of the command line and the worker have no request id and are only in the audit log.
 */
export function logSecurityEvent(securityEvent: SecurityEvent, facts: Record<string, string | number | boolean> = {}): void {
  if (requestId() === undefined && securityEvent !== 'too_many_connections') return;
  log[ordinaryEvents.has(securityEvent) ? 'info' : 'warn']({ securityEvent, ...facts }, 'security event');
}
