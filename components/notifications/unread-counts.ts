import { unreadCountSuffix, unreadText } from './unread-text.ts';

/** Returns the numbers of unread notifications and of conversations with unread messages. */
export const unreadUrl = '/notifications/unread';

export const countElements = () => [...document.querySelectorAll<HTMLElement>('[data-unread]')];

/** The shown numbers, by kind. */
export const shownCounts = (): Record<string, number> =>
  Object.fromEntries(countElements().map(({ dataset }) => [dataset.kind, Number(dataset.unread)]));

export function showCounts(counts: Readonly<Record<string, number>>): void {
  for (const element of countElements()) {
    const unread = counts[element.dataset.kind ?? ''];
    if (unread === undefined || element.dataset.unread === String(unread)) continue;
    element.dataset.unread = String(unread);
    const unit = document.createElement('span');
    unit.className = 'sr-only';
    unit.textContent = unreadCountSuffix;
    element.replaceChildren(...(unread > 0 ? [unreadText(unread), unit] : []));
  }
}

type Counts = { unread: number; threads: number };

const hasCounts = (body: object): body is Counts =>
  ['unread', 'threads'].every((kind) => typeof (body as Partial<Record<string, unknown>>)[kind] === 'number');

export const countsText = ({ unread = 0, threads = 0 }: Partial<Record<string, number>>): string => `${unread} ${threads}`;

/** The query key of the counts that what is to do was drawn with. */
export const countsKey = ['counts'];

/** Reads the answer of the server; null if it is none. */
export const readCounts = (body: unknown): Counts | null => (typeof body === 'object' && body !== null && hasCounts(body) ? body : null);
