import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compressPiece, joinPieces } from '#lib/runtime/server/pages/gzip-pieces.ts';

test('concatenated gzip members are one gzip file', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.integer({ min: 0, max: 60_000 }).map((many) => 'profile é '.repeat(many)),
  );
  fc.assert(
    fc.property(fc.array(fc.tuple(text, fc.constantFrom(1, 6, 9)), { maxLength: 8 }), (texts) => {
      const joined = joinPieces(texts.map(([each, level]) => compressPiece(each, level)));
      // gunzipSync verifies checksum and length.
      expect(gunzipSync(joined).equals(Buffer.concat(texts.map(([each]) => Buffer.from(each))))).toBe(true);
    }),
    { numRuns: 60 },
  );
});
