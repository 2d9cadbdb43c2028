import type { WorkRef } from './invitation.ts';
import type { ExpectedTime, Purpose } from './purposes.ts';

/**
 * The syntax tree of a message, with the only nodes that pages render. HTML stays text, images become links, and links have an http, https
 * or mailto URL.
 */
export type MessageNode =
  | string
  | { tag: 'p' | 'quote' | 'em' | 'strong' | 'item' | 'head'; of: MessageNode[] }
  | { tag: 'list'; start: number | null; of: MessageNode[] }
  | { tag: 'code'; text: string }
  | { tag: 'pre'; text: string }
  /** A formula in TeX. */
  | { tag: 'math'; text: string; isBlock: boolean }
  | { tag: 'br' | 'rule' }
  | { tag: 'link'; href: string; of: MessageNode[] };

/** Returns the plain text of some nodes. */
export const messagePlainText = (of: readonly MessageNode[]): string =>
  of.map((node) => (typeof node === 'string' ? node : 'of' in node ? messagePlainText(node.of) : 'text' in node ? node.text : '')).join('');

/** Returns the normalized URL if a message may link to it: absolute, http, https or mailto, and without credentials. Otherwise null. */
export function messageHref(address: string): string | null {
  if (!URL.canParse(address)) return null;
  const url = new URL(address);
  return ['https:', 'http:', 'mailto:'].includes(url.protocol) && !url.username && !url.password ? url.href : null;
}

/** Returns the host or email address of a link; null if the URL is not allowed. */
export function linkTarget(address: string): string | null {
  const href = messageHref(address);
  if (!href) return null;
  const { protocol, host, pathname } = new URL(href);
  return protocol === 'mailto:' ? pathname : host;
}

/** Whether a link's text begins with its host or email address, and not with a longer one. */
export function labelStartsWithTarget(label: string, target: string): boolean {
  const bare = label.trim().replace(/^(https?:\/\/|mailto:)/i, '');
  return bare.toLowerCase().startsWith(target.toLowerCase()) && !/^[\w.:@-]/.test(bare.slice(target.length));
}

/** The preview of a text, with the submitted form. Plain values only, because a page without script receives it too. */
export interface Preview {
  ok: 'preview';
  typed: Record<string, string | string[]>;
  text: MessageNode[];
  works: WorkRef[];
  /** The other fields of an invitation; null for a message. */
  proposal: { purpose: Purpose; expectedTime: ExpectedTime | null; link: string | null } | null;
}
