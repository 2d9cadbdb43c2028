/** Maximum length of a field in characters: the parser takes about ten microseconds per character. */
export const maxFieldCharacters = 100_000;
const entryStart = /^[ \t]*@\s*\w+\s*[{(]/gm;

/**
 * Removes entries with a field that is too long from a text. Line numbers do not change.
 * @param isFree matches the names of fields of any length
 * @returns the text, and the first characters of each removed entry
 */
export function removeLongEntries(text: string, isFree: RegExp): { text: string; removed: string[] } {
  const removed: string[] = [];
  if (text.length <= maxFieldCharacters) return { text, removed };
  const parts: string[] = [];
  let from = 0;
  for (const { 0: head, index } of text.matchAll(entryStart)) {
    if (index < from) continue;
    const { end, isLong } = extentOf(text, index + head.length, isFree);
    if (!isLong) continue;
    const entry = text.slice(index, end);
    removed.push(entry.slice(0, 200));
    parts.push(text.slice(from, index), entry.replace(/[^\n]+/g, ''));
    from = end;
  }
  return { text: parts.join('') + text.slice(from), removed };
}

/**
 * Returns the end of the entry whose fields start at a position, and whether one of them is too long. An unclosed entry counts as short.
 */
function extentOf(text: string, start: number, isFree: RegExp): { end: number; isLong: boolean } {
  let depth = 1;
  let isQuoted = false;
  let isLong = false;
  let from = start;
  const endField = (at: number): void => {
    if (at - from > maxFieldCharacters)
      isLong ||= !isFree.test(/^\s*([^\s=]*)/.exec(text.slice(from, from + 100))?.[1]?.toLowerCase() ?? '');
    from = at + 1;
  };
  for (let at = start; at < text.length; at += 1) {
    const sign = text[at];
    if (sign === '\\') at += 1;
    else if (sign === '{') depth += 1;
    else if (sign === '}') depth -= 1;
    else if (depth === 1 && sign === '"') isQuoted = !isQuoted;
    else if (depth === 1 && sign === ',' && !isQuoted) endField(at);
    if (depth > 0) continue;
    endField(at);
    return { end: at + 1, isLong };
  }
  return { end: start, isLong: false };
}
