/** A decoded text; or why its bytes are none: the encoding, and the position of the first byte that does not fit. */
type Decoded = { text: string } | { encoding: string; invalidByte: number };

const byteOrderMarks: readonly (readonly [encoding: string, mark: readonly number[]])[] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];

/** Declarations in the first lines of a file: of BibTeX editors, XML, Emacs and Vim. */
const declarations = [
  /%\s*encoding\s*[:=]\s*([\w-]+)/i,
  /@comment\s*\{[^}]*encoding\s*[:=]\s*([\w-]+)/i,
  /<\?xml[^>]*\bencoding\s*=\s*["']([\w.:-]+)["']/i,
  /-\*-[^\n]*\bcoding\s*:\s*([\w-]+)/i,
  /(?:vim?|ex):[^\n]*\b(?:fileencoding|fenc)=([\w-]+)/i,
];
const namesOfEditors: Readonly<Record<string, string>> = {
  ...{ utf8: 'utf-8', 'ms-ansi': 'windows-1252', cp1252: 'windows-1252', ansi: 'windows-1252', latin1: 'iso-8859-1' },
  ...{ 'latin-1': 'iso-8859-1', iso8859_1: 'iso-8859-1', latin9: 'iso-8859-15', cp1250: 'windows-1250', cp1251: 'windows-1251' },
  ...{
    macroman: 'macintosh',
    'mac-roman': 'macintosh',
    'utf-8-unix': 'utf-8',
    'iso-latin-1': 'iso-8859-1',
    'us-ascii': 'utf-8',
    ascii: 'utf-8',
  },
};
const declarationBytes = 2_000;

/**
 * Returns the encoding of a file by its first bytes: by a byte order mark, by the zeros of UTF-16, or as the file declares it; UTF-8
 * otherwise.
 */
function encodingOf(head: Uint8Array): string {
  const marked = byteOrderMarks.find(([, mark]) => mark.every((byte, at) => head[at] === byte));
  if (marked) return marked[0];
  if (head.length > 3 && head[0] !== 0 && head[1] === 0 && head[3] === 0) return 'utf-16le';
  if (head.length > 3 && head[0] === 0 && head[1] !== 0 && head[2] === 0) return 'utf-16be';
  const start = new TextDecoder('latin1').decode(head.subarray(0, declarationBytes));
  const declared = declarations.map((pattern) => pattern.exec(start)?.[1]?.toLowerCase()).find((name) => name !== undefined);
  return declared === undefined ? 'utf-8' : knownEncoding(declared);
}

/** Returns a name that TextDecoder knows; UTF-8 for one that it does not, which then has to be valid. */
function knownEncoding(declared: string): string {
  try {
    const { encoding } = new TextDecoder(namesOfEditors[declared] ?? declared.replaceAll('_', '-'));
    // A file whose declaration can be read byte by byte is not in UTF-16.
    return encoding.startsWith('utf-16') ? 'utf-8' : encoding;
  } catch {
    return 'utf-8';
  }
}

/** Decodes the bytes of a text piece by piece. The first piece decides the encoding (`encodingOf`). No character is ever replaced. */
export class TextReader {
  private decoder: TextDecoder | undefined;
  private offset = 0;

  /** @param isLast true for the piece that ends the text */
  decode(bytes: Uint8Array, isLast: boolean): Decoded {
    this.decoder ??= new TextDecoder(encodingOf(bytes), { fatal: true });
    const { encoding } = this.decoder;
    try {
      const text = this.decoder.decode(bytes, { stream: !isLast });
      this.offset += bytes.length;
      return { text };
    } catch {
      return { encoding, invalidByte: this.offset + firstInvalidByte(bytes, encoding, isLast) };
    }
  }
}

/** Decodes the bytes of a whole text. */
export const decodeText = (bytes: Uint8Array): Decoded => new TextReader().decode(bytes, true);

/** Returns the sentence that refuses a text whose bytes are not in its encoding. */
export const invalidBytesMessage = ({ encoding, invalidByte }: { encoding: string; invalidByte: number }): string =>
  encoding === 'utf-8'
    ? `The file is not valid UTF-8: byte ${invalidByte} does not fit. Save it as UTF-8 and import it again, or name its encoding in its first line, such as "% Encoding: ISO-8859-1".`
    : `The file is not valid ${encoding.toUpperCase()}, as it says: byte ${invalidByte} does not fit. Save it as UTF-8 and import it again.`;

/** Returns the position of the first byte that is not valid. Characters cut off at the start or the end of a piece count as valid. */
function firstInvalidByte(bytes: Uint8Array, encoding: string, isLast: boolean): number {
  const decoder = new TextDecoder(encoding, { fatal: true });
  for (let at = encoding === 'utf-8' ? countContinuationBytes(bytes) : 0; at < bytes.length; at += 1) {
    try {
      decoder.decode(bytes.subarray(at, at + 1), { stream: !isLast || at < bytes.length - 1 });
    } catch {
      return at;
    }
  }
  return bytes.length;
}

/** Counts continuation bytes at the start; they belong to a character of the previous piece. */
function countContinuationBytes(bytes: Uint8Array): number {
  let count = 0;
  while (count < 3 && ((bytes[count] ?? 0) & 0xc0) === 0x80) count += 1;
  return count;
}
