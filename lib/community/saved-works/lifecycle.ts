import { savedWorks } from '#lib/platform/db/schema/saved-works.ts';
import { id, of, type TableLifecycle } from '#lib/platform/db/table-lifecycle.ts';

export const savedWorksLifecycle: readonly TableLifecycle[] = [of(savedWorks, { accountId: id('saved') })];
