import type { CSSProperties } from 'react';

const sizes = { xs: '1.5rem', sm: '2rem', md: '2.5rem', lg: '3.5rem', xl: 'clamp(4rem, 18vw, 6rem)' } as const;

interface Props {
  name: string;
  /** What the tint is computed from: an address that stays. */
  slug: string;
  /** Draws a solid ring, or a dashed one; none where it is not known. */
  claimed?: boolean | undefined;
  organisation?: boolean;
  size?: keyof typeof sizes;
}

/** First letters of the first and the last word of a name; of a name in Han characters the first character. */
function initialsOf(name: string): string {
  if (/^\p{Script=Han}/u.test(name)) return [...name][0] ?? '';
  const spaced = name.split(/\s+/).filter((word) => /^\p{L}/u.test(word));
  const words = spaced.length > 1 ? spaced : (spaced[0]?.split('-') ?? []);
  const [first, last] = [words[0], words.length > 1 ? words.at(-1) : undefined];
  const letters = [first, last].map((word) => [...(word ?? '')][0] ?? '');
  // Arabic letters side by side would join into a word.
  return letters.join(/\p{Script=Arabic}/u.test(letters[0] ?? '') ? '\u200c' : '').toUpperCase();
}

/** One of eight tints, the same for the same text. */
function tintOf(text: string): number {
  let sum = 0;
  for (const sign of text) sum = (sum * 31 + (sign.codePointAt(0) ?? 0)) % 65_521;
  return (sum % 8) + 1;
}

/** What the tint of a person or a place is computed from, by the address of their page. */
export const slugIn = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** Initials on a tint: of a person round, of an organisation square. The name is beside it, so that it is not read aloud. */
export function Monogram({ name, slug, claimed, organisation = false, size = 'md' }: Props) {
  return (
    <span
      aria-hidden="true"
      className="monogram"
      data-claimed={claimed}
      data-square={organisation || undefined}
      style={{ '--d': sizes[size], '--tint': `var(--color-m${tintOf(slug)})` } as CSSProperties}
    >
      {initialsOf(name)}
    </span>
  );
}
