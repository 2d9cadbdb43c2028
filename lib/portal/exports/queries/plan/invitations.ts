import { invitationAudienceIds, noInvitationLimits } from '#lib/catalog/ownership/model.ts';
import { describeLimits, maxMonthlyInvitations } from '#lib/community/invitations/model/availability.ts';
import { isPurpose, purposes } from '#lib/community/invitations/model/purposes.ts';
import type { PortableRecord } from '../../model/portable.ts';
import type { InvitationSettings, RecordPlan } from '../../model/preview.ts';
import { type CurrentState, differenceReason } from './current-state.ts';

type StoredAvailability = NonNullable<CurrentState['availability']>['value'];

/** Plans the invitation settings of the owner, if none are set here. */
export function planAvailability(plan: RecordPlan, { availability }: PortableRecord, current: CurrentState): void {
  const imported = toOwnSettings(availability);
  if (!imported) return;
  const existing = current.availability;
  const line = { name: current.name, path: current.path, detail: describeAvailability(imported) };
  if (existing && isSame(imported, existing.value)) plan.presentCount += 1;
  else if (existing) plan.notImported.push({ ...line, why: differenceReason(describeAvailability(existing.value), existing.by) });
  else {
    plan.toImport.push({ step: { kind: 'availability', authorId: current.id, availability: imported }, line });
    current.availability = { value: toStored(imported), by: 'archive' };
  }
}

/** Converts invitation settings to those of this instance. Unknown purposes are dropped; without any purpose, invitations are closed. */
function toOwnSettings(stored: PortableRecord['availability']): InvitationSettings | null {
  if (!stored) return null;
  const knownPurposes = stored.purposes.filter(isPurpose);
  const open = stored.open && knownPurposes.length > 0;
  if (!open) return { open: false, purposes: [] };
  const from = invitationAudienceIds.find((each) => each === stored.from);
  const monthly = stored.monthly && stored.monthly >= 1 && stored.monthly <= maxMonthlyInvitations ? stored.monthly : null;
  return { open, purposes: knownPurposes, note: stored.note?.slice(0, 300), from: from ?? noInvitationLimits.from, monthly };
}

const toStored = ({ open, purposes: chosen, note, from, monthly }: InvitationSettings): StoredAvailability => ({
  ...{ open, purposes: chosen, note: note ?? null },
  ...{ from: from ?? noInvitationLimits.from, monthly: monthly ?? null },
});

function describeAvailability({ open, purposes: chosen, note, from, monthly }: InvitationSettings | StoredAvailability): string {
  if (!open) return 'not open to invitations';
  const purposeLabels = [...chosen].filter(isPurpose).map((each) => purposes[each]);
  const limits = describeLimits({ from: from ?? noInvitationLimits.from, monthly: monthly ?? null });
  return `open to ${purposeLabels.join(', ')}, ${limits}${note ? `: “${note}”` : ''}`;
}

const isSame = (imported: InvitationSettings, existing: StoredAvailability): boolean =>
  imported.open === existing.open &&
  (!imported.open ||
    ([...imported.purposes].sort().join() === [...existing.purposes].sort().join() &&
      (imported.note ?? '') === (existing.note ?? '') &&
      imported.from === existing.from &&
      (imported.monthly ?? null) === existing.monthly));
