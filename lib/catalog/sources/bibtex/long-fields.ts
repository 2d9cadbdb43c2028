/** Maximum length of a field in characters: the parser takes about ten microseconds per character. */
export const maxFieldCharacters = 100_000;
const entryStart = /^[ \t]*@\s*\w+\s*[{(]/gm;

/** A field that was removed: the key of its entry, its name, and its first characters. */
export interface RemovedField {
  key: string | undefined;
  name: string;
  start: string;
}

/**
 * Removes fields that are too long from a text. Line numbers do not change.
 * @param isFree matches the names of fields of any length
 */
export function removeLongFields(text: string, isFree: RegExp): { text: string; removed: RemovedField[] } {
  const removed: RemovedField[] = [];
  if (text.length <= maxFieldCharacters) return { text, removed };
  const parts: string[] = [];
  let copied = 0;
  let end = 0;
  for (const { 0: head, index } of text.matchAll(entryStart)) {
    if (index < end) continue;
    const extent = extentOf(text, index + head.length, isFree);
    end = extent.end;
    for (const { from, to, name } of extent.long) {
      const key = /^\s*([^\s,{}()]+)/.exec(text.slice(index + head.length, index + head.length + 200))?.[1];
      removed.push({ key, name, start: text.slice(from, from + 200).replace(/^[^=]*=\s*/, '') });
      parts.push(text.slice(copied, from), text.slice(from, to).replace(/[^\n]+/g, ''));
      copied = to;
    }
  }
  return { text: parts.join('') + text.slice(copied), removed };
}

/** Returns the end of the entry whose fields start at a position, and its fields that are too long. An unclosed entry has none. */
function extentOf(text: string, start: number, isFree: RegExp): { end: number; long: { from: number; to: number; name: string }[] } {
  const long: { from: number; to: number; name: string }[] = [];
  let depth = 1;
  let isQuoted = false;
  let from = start;
  const endField = (at: number): void => {
    const name =
      at - from > maxFieldCharacters ? (/^\s*([^\s=,{}"]*)\s*=/.exec(text.slice(from, from + 200))?.[1]?.toLowerCase() ?? '') : '';
    if (name !== '' && !isFree.test(name)) long.push({ from, to: at, name });
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
    return { end: at + 1, long };
  }
  return { end: start, long: [] };
}
