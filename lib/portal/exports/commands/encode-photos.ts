import { encodePhoto } from '#lib/catalog/ownership/commands/encode-photo.ts';
import type { Portable } from '../model/portable.ts';

declare const encoded: unique symbol;
/** An archive of which every photo was made here from pixels; `encodePhotos` alone gives one. */
export type EncodedPortable = Portable & { readonly [encoded]: true };

/** Each may take seconds; nobody owns more profiles. */
const maxPhotos = 5;

/** Makes the photos of an archive again, as of an upload: who sends it can have written anything. What is no photo is empty afterwards. */
export async function encodePhotos(archive: Portable, account?: string): Promise<EncodedPortable> {
  const records: Portable['records'] = [];
  let photos = 0;
  for (const record of archive.records) {
    const statements: typeof record.statements = [];
    for (const statement of record.statements) {
      if (statement.field !== 'photo') statements.push(statement);
      else if (photos < maxPhotos && record.owned) {
        photos += 1;
        const made = await encodePhoto(Buffer.from(statement.value, 'base64'), account);
        statements.push({ ...statement, value: made.ok ? made.value : '' });
      }
    }
    records.push({ ...record, statements });
  }
  return { ...archive, records } as EncodedPortable;
}
