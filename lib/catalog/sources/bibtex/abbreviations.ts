const definition = /@\s*string\s*[{(]\s*([^\s=#{}(),"]+)\s*=([^@]*)/gi;
const word = /[^\s{}(),"#=@]+/g;
const maxGrowth = 20;

/**
 * Returns whether a text grows at most twentyfold when its `@string` abbreviations are expanded. Abbreviations may refer to each other, so
 * a few lines can expand to more text than fits in memory.
 */
export function areAbbreviationsShort(text: string): boolean {
  const lengths = new Map<string, number>();
  const written = (part: string): number => {
    let sum = 0;
    for (const [name] of part.matchAll(word)) sum += lengths.get(name.toLowerCase()) ?? 0;
    return sum;
  };
  for (const [, name = '', value = ''] of text.matchAll(definition)) {
    const key = name.toLowerCase();
    lengths.set(key, Math.max(lengths.get(key) ?? 0, value.length + written(value)));
  }
  return lengths.size === 0 || written(text) <= maxGrowth * text.length + 10_000;
}
