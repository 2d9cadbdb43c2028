const entryStart = /^[ \t]*@[ \t]*(\w+)[ \t]*[{(]/gm;
/** Entries without a work, which all parts need: abbreviations, and definitions of commands. */
const definitionTypes = new Set(['string', 'preamble']);
const partCharacters = 128 * 1024;

/** A part of a BibTeX file. Its first line has the definitions of the whole file; then each line has its number in the file. */
interface FilePart {
  text: string;
  /** Characters of the file up to the end of this part. */
  end: number;
}

/**
 * Splits the text of a large file between entries, so that its entries can be parsed step by step. A short text is one part. Entries that
 * others inherit fields from are found by `parentsIn`.
 */
export function* splitFile(text: string): Generator<FilePart> {
  if (text.length <= 2 * partCharacters) return yield { text, end: text.length };
  const starts = [...text.matchAll(entryStart)].map(({ 1: type = '', index }) => ({ type: type.toLowerCase(), index }));
  const definitions = starts.flatMap(({ type, index }, at) =>
    definitionTypes.has(type) ? text.slice(index, starts[at + 1]?.index ?? text.length).replace(/\s*\n\s*/g, ' ') : [],
  );
  const head = definitions.join(' ');
  let from = 0;
  let lines = 0;
  for (const { index } of [...starts, { index: text.length }]) {
    if (index - from < partCharacters && index < text.length) continue;
    const part = text.slice(from, index);
    // The definitions are in the line before the part; in the first part, they are in their own place.
    yield { text: from === 0 ? part : `${head}${'\n'.repeat(lines)}${part}`, end: index };
    lines += part.split('\n').length - 1;
    from = index;
  }
}

/** Returns the text of the entries from which others inherit fields (`crossref`, `xdata`), wherever they are in a file. */
export function parentsIn(text: string): string {
  const keys = new Set(
    [...text.matchAll(/\b(?:crossref|xdata)\s*=\s*[{"]([^{}"]*)[}"]/gi)].flatMap(([, list = '']) =>
      list.split(',').map((key) => key.trim()),
    ),
  );
  if (keys.size === 0) return '';
  const starts = [...text.matchAll(entryStart)];
  return starts
    .flatMap(({ 0: start, index }, at) => {
      const key = /^\s*([^\s,{}()]+)/.exec(text.slice(index + start.length, index + start.length + 200))?.[1];
      return key !== undefined && keys.has(key) ? text.slice(index, starts[at + 1]?.index ?? text.length) : [];
    })
    .join('\n');
}
