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

/** An address that a message may link to: absolute, http, https or mailto; else null. */
export function messageHref(address: string): string | null {
  if (!URL.canParse(address)) return null;
  const url = new URL(address);
  return ['https:', 'http:', 'mailto:'].includes(url.protocol) && !url.username && !url.password ? url.href : null;
}
