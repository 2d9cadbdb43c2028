const definitionPattern = /@\s*string\s*[{(]\s*([^\s=#{}(),"]+)\s*=([^@]*)/gi;
const wordPattern = /[^\s{}(),"#=@]+/g;
const maxGrowthFactor = 20;

/**
 * Returns whether a text grows at most twentyfold when its `@string` abbreviations are expanded. Abbreviations may refer to each other, so
 * a few lines can expand to more text than fits in memory.
 */
export function areAbbreviationsShort(text: string): boolean {
  const lengths = new Map<string, number>();
  const expandedLengthOf = (part: string): number => {
    let sum = 0;
    for (const [name] of part.matchAll(wordPattern)) sum += lengths.get(name.toLowerCase()) ?? 0;
    return sum;
  };
  for (const [, name = '', value = ''] of text.matchAll(definitionPattern)) {
    const key = name.toLowerCase();
    lengths.set(key, Math.max(lengths.get(key) ?? 0, value.length + expandedLengthOf(value)));
  }
  return lengths.size === 0 || expandedLengthOf(text) <= maxGrowthFactor * text.length + 10_000;
}
