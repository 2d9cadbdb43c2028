import { encodePhoto } from '#lib/catalog/ownership/commands/encode-photo.ts';
import type { Portable } from '../model/portable.ts';

declare const encoded: unique symbol;
/** Archive whose photos were all re-encoded here from pixels; created only by `encodePhotos`. */
export type EncodedPortable = Portable & { readonly [encoded]: true };

/** Upper bound on photos, since each may take seconds. No account owns more profiles. */
const maxPhotos = 5;

/** Re-encodes the photos of an archive like uploads, since its sender may have altered it. Invalid photos become empty. */
export async function encodePhotos(archive: Portable, account?: string): Promise<EncodedPortable> {
  const records: Portable['records'] = [];
  let photoCount = 0;
  for (const record of archive.records) {
    const statements: typeof record.statements = [];
    for (const statement of record.statements) {
      if (statement.field !== 'photo') statements.push(statement);
      else if (photoCount < maxPhotos && record.owned) {
        photoCount += 1;
        const result = await encodePhoto(Buffer.from(statement.value, 'base64'), account);
        statements.push({ ...statement, value: result.ok ? result.value : '' });
      }
    }
    records.push({ ...record, statements });
  }
  return { ...archive, records } as EncodedPortable;
}
