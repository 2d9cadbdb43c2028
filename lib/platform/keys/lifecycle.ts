import { instanceValues } from '#lib/platform/db/schema/instance.ts';
import { lifecycleOf } from '#lib/platform/db/table-lifecycle.ts';

export const keysLifecycle = [
  lifecycleOf(instanceValues, {}, 'Values of the instance, such as a check of its secret; nothing of an account.'),
];
