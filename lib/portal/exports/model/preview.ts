import type { CareerEntry, CareerPart } from '#lib/catalog/statements/model/career.ts';
import type { CreditRole } from '#lib/catalog/statements/model/contributions.ts';
import type { Opinion } from '#lib/catalog/statements/model/opinions.ts';
import type { Privacy, StatedField } from '#lib/catalog/statements/model/statement.ts';
import type { Availability } from '#lib/community/invitations/model/availability.ts';
import type { Purpose } from '#lib/community/invitations/model/purposes.ts';
import type { ExcludedKind, ImportPart } from './portable.ts';

/** One entry of a preview: its name, its path on this instance, and a detail. */
export interface PreviewLine {
  name: string;
  path: string | null;
  detail: string | null;
}

/** Entries of one kind: to be imported, already present, or not imported and why. */
export interface PreviewGroup {
  of: ImportPart;
  toImport: PreviewLine[];
  presentCount: number;
  notImported: (PreviewLine & { why: string })[];
}

export interface Preview {
  id: string;
  origin: string;
  madeAt: Date;
  groups: PreviewGroup[];
  excluded: ExcludedKind[];
}

/** Planned steps with their preview lines. `Step` is the change to carry out. */
export interface Planned<Step> {
  toImport: { step: Step; line: PreviewLine }[];
  presentCount: number;
  notImported: PreviewGroup['notImported'];
}

export const emptyPlan = <Step>(): Planned<Step> => ({ toImport: [], presentCount: 0, notImported: [] });

/** Returns the preview of a plan, without its steps. */
export const toPreviewGroup = (of: ImportPart, { toImport, presentCount, notImported }: Planned<unknown>): PreviewGroup => ({
  of,
  toImport: toImport.map(({ line }) => line),
  presentCount,
  notImported,
});

/** Invitation settings of an owner, as stored with their record. */
export type InvitationSettings = Pick<Availability, 'open' | 'note' | 'from' | 'monthly'> & { purposes: Purpose[] };

/** One change by an archive import to a record that the account owns. */
export type RecordChange = { authorId: string } & (
  | { kind: 'opinions'; opinions: Map<string, Opinion> }
  | { kind: 'availability'; availability: InvitationSettings }
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
