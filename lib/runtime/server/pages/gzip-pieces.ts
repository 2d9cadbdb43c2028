import { constants, crc32, deflateRawSync } from 'node:zlib';

/** An independently compressed text, which can be joined with others to one gzip file without compressing it again. */
export interface Piece {
  /** DEFLATE blocks (RFC 1951) without references to earlier data, aligned to a byte. */
  blocks: Buffer;
  /** Length of the text in bytes. */
  length: number;
  crc: number;
  /** Factor that shifts the checksum of preceding text by the length of this piece. */
  shift: number;
}

/** @param level 1 (fast) to 9 (best) */
export function compressPiece(text: string, level: number): Piece {
  const bytes = Buffer.from(text);
  // A short text needs only a small window, and each piece allocates its own.
  const size = bytes.length < 8_192 ? { windowBits: 12, memLevel: 5 } : {};
  const blocks = deflateRawSync(bytes, { ...size, level, finishFlush: constants.Z_FULL_FLUSH });
  return { blocks, length: bytes.length, crc: crc32(bytes), shift: shiftOf(bytes.length) };
}

/** Header of a gzip file without metadata, and an empty last block (RFC 1952). */
const header = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]);
const lastBlock = Buffer.from([3, 0]);

/** Joins the texts of all pieces to one gzip file. */
export function joinPieces(pieces: readonly Piece[]): Buffer {
  const trailer = Buffer.alloc(8);
  let [crc, length] = [0, 0];
  for (const piece of pieces) {
    crc = (multiply(piece.shift, crc) ^ piece.crc) >>> 0;
    length += piece.length;
  }
  trailer.writeUInt32LE(crc, 0);
  trailer.writeUInt32LE(length % 2 ** 32, 4);
  return Buffer.concat([header, ...pieces.map(({ blocks }) => blocks), lastBlock, trailer]);
}

// CRC-32 is a remainder of polynomials over GF(2): appending n bytes multiplies by x^8n. Numbers have their bits reversed.
const modulus = 0xedb88320;
const unit = 0x80000000;

/** Multiplies two polynomials modulo that of CRC-32. */
function multiply(left: number, right: number): number {
  let [product, factor] = [0, right];
  for (let bit = unit; bit !== 0; bit >>>= 1) {
    if ((left & bit) !== 0) product ^= factor;
    factor = (factor & 1) !== 0 ? (factor >>> 1) ^ modulus : factor >>> 1;
  }
  return product >>> 0;
}

/** Computes x^8n by repeated squaring. */
function shiftOf(bytes: number): number {
  let power = unit >>> 8;
  let shift = unit;
  for (let remaining = bytes; remaining > 0; remaining = Math.floor(remaining / 2)) {
    if (remaining % 2 === 1) shift = multiply(power, shift);
    power = multiply(power, power);
  }
  return shift;
}
