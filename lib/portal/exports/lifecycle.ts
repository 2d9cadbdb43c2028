import { desc } from 'drizzle-orm';
import { z } from 'zod';
import { dataExportParts, dataExports, dataImports } from '#lib/platform/db/schema/accounts.ts';
import { accountIdColumn, deleted, lifecycleOf } from '#lib/platform/db/table-lifecycle.ts';

const partsReason = 'They are the bytes of earlier archives. This archive has the current state of the same data.';

export const exportsLifecycle = [
  lifecycleOf(dataExports, {
    accountId: accountIdColumn(
      {
        ...{ file: 'exports', list: 'copies', fields: ['state', 'bytes', 'requestedAt', 'readyAt'] },
        order: desc(dataExports.requestedAt),
      },
      deleted('Its parts are deleted with it.'),
    ),
  }),
  lifecycleOf(dataExportParts, { accountId: accountIdColumn({ not: partsReason }, deleted('They contain all data of the account.')) }),
  lifecycleOf(dataImports, {
    accountId: accountIdColumn({
      ...{ file: 'exports', list: 'takenIn', fields: ['origin', 'madeAt', 'state', 'receivedAt', 'takenAt', 'taken'] },
      ...{ order: desc(dataImports.receivedAt), forms: { taken: z.record(z.string(), z.number()).nullable() } },
    }),
  }),
];
