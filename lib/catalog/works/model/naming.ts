import { nameKey } from '#lib/platform/names/name-key.ts';
import { similarity } from '#lib/platform/names/similar.ts';

/** How a list of names writes a person whose name has some spellings; null where it does not name them. */
export function writtenName(names: readonly string[], nameVariants: ReadonlySet<string>): string | null {
  const exact = names.find((name) => nameVariants.has(name));
  if (exact !== undefined) return exact;
  const mine = [...nameVariants].map(nameKey);
  const isAlike = (name: string): boolean => {
    const key = nameKey(name);
    return mine.some((one) => similarity(one, key) !== null);
  };
  return names.find(isAlike) ?? null;
}
