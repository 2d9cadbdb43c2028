import { desc } from 'drizzle-orm';
import { z } from 'zod';
import { dataExportParts, dataExports, dataImports } from '#lib/platform/db/schema/accounts.ts';
import { deleted, id, of, type TableLifecycle } from '#lib/platform/db/table-lifecycle.ts';

const bytes = 'They are the bytes of the archives themselves; what they hold is in this one, as it is today.';

export const exportsLifecycle: readonly TableLifecycle[] = [
  of(dataExports, {
    accountId: id(
      {
        ...{ file: 'exports', list: 'copies', fields: ['state', 'bytes', 'requestedAt', 'readyAt'] },
        order: desc(dataExports.requestedAt),
      },
      deleted('Its bytes go with it.'),
    ),
  }),
  of(dataExportParts, { accountId: id({ not: bytes }, deleted('They hold everything.')) }),
  of(dataImports, {
    accountId: id({
      ...{ file: 'exports', list: 'takenIn', fields: ['origin', 'madeAt', 'state', 'receivedAt', 'takenAt', 'taken'] },
      ...{ order: desc(dataImports.receivedAt), forms: { taken: z.record(z.string(), z.number()).nullable() } },
    }),
  }),
];
