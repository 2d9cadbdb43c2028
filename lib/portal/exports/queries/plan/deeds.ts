import type { Opinion } from '#lib/catalog/statements/model/opinions.ts';
import type { Privacy, StatedField } from '#lib/catalog/statements/model/statement.ts';
import type { Availability } from '#lib/community/invitations/model/availability.ts';
import type { Purpose } from '#lib/community/invitations/model/purposes.ts';
import type { Planned } from '../../model/preview.ts';

/** What an owner is open to, as their record keeps it. */
export type OpenTo = Pick<Availability, 'open' | 'note' | 'from' | 'monthly'> & { purposes: Purpose[] };

/** One thing that taking a copy in says of a record that the account owns. */
export type RecordChange = { authorId: string } & (
  | { is: 'opinions'; said: Map<string, Opinion> }
  | { is: 'availability'; said: OpenTo }
  | { is: 'indicators'; hidden: boolean }
  | { is: 'words'; said: Partial<Record<StatedField, string>> }
  | { is: 'pins'; workIds: string[] }
  | { is: 'privacy'; privacy: Privacy }
);

export type RecordPlan = Planned<RecordChange>;
