import { erasures } from '#lib/platform/db/schema/accounts.ts';
import { id, of, retained } from '#lib/platform/db/table-lifecycle.ts';

const shows = 'It shows that the erasure was asked for and done; the random id leads nowhere any longer.';

export const erasureLifecycle = [of(erasures, { accountId: id('account', retained(shows)) })];
