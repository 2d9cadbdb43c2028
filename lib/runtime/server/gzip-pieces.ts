import { constants, crc32, deflateRawSync } from 'node:zlib';

/** Text that is compressed by itself, so that it can be joined with others to one gzip file without being compressed again. */
export interface Piece {
  /** Blocks of DEFLATE (RFC 1951) that refer to nothing before them, and end at a byte. */
  blocks: Buffer;
  /** How many bytes the text has. */
  length: number;
  crc: number;
  /** What turns the checksum of any text before this one into its part of the checksum of both. */
  shift: number;
}

/** @param level how well it is compressed: 1 quickly, 9 best */
export function pieceOf(text: string, level: number): Piece {
  const bytes = Buffer.from(text);
  // A small text needs a small window: each piece makes its own.
  const size = bytes.length < 8_192 ? { windowBits: 12, memLevel: 5 } : {};
  const blocks = deflateRawSync(bytes, { ...size, level, finishFlush: constants.Z_FULL_FLUSH });
  return { blocks, length: bytes.length, crc: crc32(bytes), shift: shiftOf(bytes.length) };
}

/** The header of a gzip file that tells nothing of its origin, and an empty last block (RFC 1952). */
const header = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]);
const lastBlock = Buffer.from([3, 0]);

/** One gzip file with the texts of all pieces. */
export function joinPieces(pieces: readonly Piece[]): Buffer {
  const trailer = Buffer.alloc(8);
  let [crc, length] = [0, 0];
  for (const piece of pieces) {
    crc = (multiplied(piece.shift, crc) ^ piece.crc) >>> 0;
    length += piece.length;
  }
  trailer.writeUInt32LE(crc, 0);
  trailer.writeUInt32LE(length % 2 ** 32, 4);
  return Buffer.concat([header, ...pieces.map(({ blocks }) => blocks), lastBlock, trailer]);
}

// CRC-32 is the remainder of a polynomial over bits: a text that is followed by n bytes is multiplied by x^8n. Numbers have their bits reversed.
const modulus = 0xedb88320;
const one = 0x80000000;

/** The product of two polynomials, modulo that of CRC-32. */
function multiplied(left: number, right: number): number {
  let [product, factor] = [0, right];
  for (let bit = one; bit !== 0; bit >>>= 1) {
    if ((left & bit) !== 0) product ^= factor;
    factor = (factor & 1) !== 0 ? (factor >>> 1) ^ modulus : factor >>> 1;
  }
  return product >>> 0;
}

/** x^8n by squaring. */
function shiftOf(bytes: number): number {
  let power = one >>> 8;
  let shift = one;
  for (let left = bytes; left > 0; left = Math.floor(left / 2)) {
    if (left % 2 === 1) shift = multiplied(power, shift);
    power = multiplied(power, power);
  }
  return shift;
}
