import type { CareerEntry, CareerPart } from '#lib/catalog/statements/model/career.ts';
import type { CreditRole } from '#lib/catalog/statements/model/contributions.ts';
import type { Opinion } from '#lib/catalog/statements/model/opinions.ts';
import type { Privacy, StatedField } from '#lib/catalog/statements/model/statement.ts';
import type { Availability } from '#lib/community/invitations/model/availability.ts';
import type { Purpose } from '#lib/community/invitations/model/purposes.ts';
import type { Staying, Taking } from './portable.ts';

/** One thing of an archive: what it is called, where it is here, and a few words beside it. */
export interface PreviewLine {
  name: string;
  path: string | null;
  detail: string | null;
}

/** What of one kind would be imported, is here already, or stays behind, and why. */
export interface PreviewGroup {
  of: Taking;
  take: PreviewLine[];
  already: number;
  left: (PreviewLine & { why: string })[];
}

/** What an archive would change here, before anything is changed. */
export interface Preview {
  id: string;
  origin: string;
  madeAt: Date;
  groups: PreviewGroup[];
  staying: Staying[];
}

/** A deed of a plan with its line: `Deed` says what is to be done. */
export interface Planned<Step> {
  take: { step: Step; line: PreviewLine }[];
  already: number;
  left: PreviewGroup['left'];
}

export const nothingPlanned = <Step>(): Planned<Step> => ({ take: [], already: 0, left: [] });

/** The lines of a plan, without what is to be done. */
export const shownOf = <Step>(of: Taking, { take, already, left }: Planned<Step>): PreviewGroup => ({
  of,
  take: take.map(({ line }) => line),
  already,
  left,
});

/** What an owner is open to, as their record keeps it. */
export type OpenTo = Pick<Availability, 'open' | 'note' | 'from' | 'monthly'> & { purposes: Purpose[] };

/** One thing that importing an archive says of a record that the account owns. */
export type RecordChange = { authorId: string } & (
  | { kind: 'opinions'; opinions: Map<string, Opinion> }
  | { kind: 'availability'; availability: OpenTo }
  | { kind: 'indicators'; hidden: boolean }
  | { kind: 'statements'; statements: Partial<Record<StatedField, string>> }
  | { kind: 'pins'; workIds: string[] }
  | { kind: 'career'; part: CareerPart; entries: CareerEntry[] }
  | { kind: 'photo'; jpeg: string }
  | { kind: 'note'; workId: string; note: string }
  | { kind: 'credit'; workId: string; roles: CreditRole[] }
  | { kind: 'privacy'; privacy: Privacy }
);

export type RecordPlan = Planned<RecordChange>;
