import { requestId } from '#lib/platform/request-context.ts';
import { log } from './log.ts';

/** What happens to the security of accounts and of the instance (OWASP ASVS 5.0.0, V16.3). */
type SecurityEvent =
  | 'sign_in'
  | 'sign_in_refused'
  | 'sign_out'
  | 'account_change_refused'
  | 'admin_act'
  | 'review_act'
  | 'limit_reached'
  | 'too_many_connections';

const usual: ReadonlySet<SecurityEvent> = new Set(['sign_in', 'sign_out', 'admin_act', 'review_act']);

/**
 * Writes a line for a security event: closed words and numbers, never an address, an account or a name. The id of the request ties it to the
 * other lines of the request. What is done by the command line or the worker has no request; the audit log has it.
 */
export function logSecurityEvent(securityEvent: SecurityEvent, facts: Record<string, string | number | boolean> = {}): void {
  if (requestId() === undefined && securityEvent !== 'too_many_connections') return;
  log[usual.has(securityEvent) ? 'info' : 'warn']({ securityEvent, ...facts }, 'security event');
}
