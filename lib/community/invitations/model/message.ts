import type { WorkRef } from './invitation.ts';
import type { ExpectedTime, Purpose } from './purposes.ts';

/**
 * A message as a small tree: what pages render. Only these nodes exist. Text that looks like HTML stays text, pictures become links, and
 * a link has an http, https or mailto address.
 */
export type MessageNode =
  | string
  | { tag: 'p' | 'quote' | 'em' | 'strong' | 'item' | 'head'; of: MessageNode[] }
  | { tag: 'list'; start: number | null; of: MessageNode[] }
  | { tag: 'code'; text: string }
  | { tag: 'pre'; text: string }
  | { tag: 'br' | 'rule' }
  | { tag: 'link'; href: string; of: MessageNode[] };

/** The text of some nodes alone. */
export const describeMessage = (of: readonly MessageNode[]): string =>
  of.map((node) => (typeof node === 'string' ? node : 'of' in node ? describeMessage(node.of) : 'text' in node ? node.text : '')).join('');

/** An address that a message may link to: absolute, http, https or mailto; else null. */
export function messageHref(address: string): string | null {
  if (!URL.canParse(address)) return null;
  const url = new URL(address);
  return ['https:', 'http:', 'mailto:'].includes(url.protocol) && !url.username && !url.password ? url.href : null;
}

/** The host, or the mail address, that a link leads to; null of an address that is no link. */
export function linkTarget(address: string): string | null {
  const href = messageHref(address);
  if (!href) return null;
  const { protocol, host, pathname } = new URL(href);
  return protocol === 'mailto:' ? pathname : host;
}

/** True where a link's text begins with the host that it leads to, and not with a longer one. */
export function statesTarget(said: string, where: string): boolean {
  const bare = said.trim().replace(/^(https?:\/\/|mailto:)/i, '');
  return bare.toLowerCase().startsWith(where.toLowerCase()) && !/^[\w.:@-]/.test(bare.slice(where.length));
}

/** A text as its reader will see it, with the form as it was typed. Plain values only: it goes back to a page without script too. */
export interface Preview {
  ok: 'preview';
  typed: Record<string, string | string[]>;
  text: MessageNode[];
  works: WorkRef[];
  /** What an invitation proposes besides its text; null of a message. */
  proposal: { purpose: Purpose; expectedTime: ExpectedTime | null; link: string | null } | null;
}
