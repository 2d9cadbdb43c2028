import { dayOf } from '#lib/platform/clock.ts';
import { html } from '#lib/portal/exports/model/html.ts';

interface Badge {
  /** What supports the profile, as at its head. */
  words: string;
  computedAt: Date;
}

const badgeText = ({ words, computedAt }: Badge): string => `${words} · ${dayOf(computedAt)}`;

/**
 * Returns the alternative text of a badge.
 * @param site name of the instance
 */
export const badgeAlt = (badge: Badge, site: string): string => `${site}: ${badgeText(badge)}`;

const maxNameLength = 40;
const letterWidth = 6.6;
const widthOf = (text: string): number => Math.ceil(text.length * letterWidth) + 14;

/** Renders what supports a profile, with the date, as SVG without external resources. */
export function badgeSvg(badge: Badge, site: string): string {
  const [name, words] = [site.slice(0, maxNameLength), badgeText(badge)];
  const [left, right] = [widthOf(name), widthOf(words)];
  const width = left + right;
  return html`<svg xmlns="http://www.w3.org/2000/svg" width="${`${width}`}" height="20" viewBox="0 0 ${`${width}`} 20" role="img" aria-label="${badgeAlt(badge, site)}">
<title>${badgeAlt(badge, site)}</title>
<rect width="${`${width}`}" height="20" rx="3" fill="#1f4f46"/>
<rect width="${`${left}`}" height="20" rx="3" fill="#26332f"/>
<g fill="#ffffff" font-family="Verdana, DejaVu Sans, sans-serif" font-size="11">
<text x="7" y="14" textLength="${`${left - 14}`}">${name}</text>
<text x="${`${left + 7}`}" y="14" textLength="${`${right - 14}`}">${words}</text>
</g>
</svg>
`.html;
}
