import type { CSSProperties } from 'react';

const sizes = { xs: '1.5rem', sm: '2rem', md: '2.5rem', lg: '3.5rem', xl: 'clamp(4rem, 18vw, 6rem)' } as const;

interface Props {
  name: string;
  /** The family name within it, if a source or the owner states it. */
  family?: string | null | undefined;
  /** The stable path or slug from which the colour is computed. */
  slug: string;
  /** A solid ring for claimed, dashed for unclaimed; no ring if undefined. */
  claimed?: boolean | undefined;
  organisation?: boolean;
  size?: keyof typeof sizes;
}

const wordsOf = (name: string): string[] => name.split(/\s+/).filter((word) => /^\p{L}/u.test(word));

/**
 * Returns the initials of a name: of its first word, and of the family name without particles if that is known, otherwise of the last word;
 * for a name in Han characters, the first character.
 */
export function initialsOf(name: string, family?: string | null): string {
  if (/^\p{Script=Han}/u.test(name)) return [...name][0] ?? '';
  const nameWords = wordsOf(name);
  const initialWords = nameWords.length > 1 && family !== name ? nameWords : (nameWords[0]?.split('-') ?? []);
  const familyWords = family && family !== name ? wordsOf(family) : [];
  const familyWord = familyWords.find((word) => !/^\p{Ll}/u.test(word)) ?? familyWords[0];
  const [first, last] = [initialWords[0], initialWords.length > 1 ? (familyWord ?? initialWords.at(-1)) : undefined];
  const letters = [first, last].map((word) => [...(word ?? '')][0] ?? '');
  // A zero-width non-joiner keeps Arabic letters separate.
  return letters.join(/\p{Script=Arabic}/u.test(letters[0] ?? '') ? '\u200c' : '').toUpperCase();
}

/** Returns one of eight colours, always the same for the same text. */
function tintOf(text: string): number {
  let hash = 0;
  for (const letter of text) hash = (hash * 31 + (letter.codePointAt(0) ?? 0)) % 65_521;
  return (hash % 8) + 1;
}

/** Returns the text for the colour of a person or place, from the path of their page. */
export const slugFromPath = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** Initials on a colour: round for a person, square for an organisation. Hidden from screen readers, because the name is beside it. */
export function Monogram({ name, family, slug, claimed, organisation = false, size = 'md' }: Props) {
  return (
    <span
      aria-hidden="true"
      className="monogram"
      data-claimed={claimed}
      data-square={organisation || undefined}
      style={{ '--d': sizes[size], '--tint': `var(--color-m${tintOf(slug)})` } as CSSProperties}
    >
      {initialsOf(name, family)}
    </span>
  );
}
