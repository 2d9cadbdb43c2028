import { invitationAudienceIds, noLimits } from '#lib/catalog/ownership/model.ts';
import { describeLimits, maxMonthly } from '#lib/community/invitations/model/availability.ts';
import { isPurpose, purposes } from '#lib/community/invitations/model/purposes.ts';
import type { PortableRecord } from '../../model/portable.ts';
import type { OpenTo, RecordPlan } from '../../model/preview.ts';
import { type CurrentState, whyOtherwise } from './current-state.ts';

type Stands = NonNullable<CurrentState['availability']>['value'];

/** Plans the invitation settings of the owner, if none are set here. */
export function planAvailability(plan: RecordPlan, { availability }: PortableRecord, current: CurrentState): void {
  const imported = saidOf(availability);
  if (!imported) return;
  const now = current.availability;
  const line = { name: current.name, path: current.path, detail: openWords(imported) };
  if (now && isSame(imported, now.value)) plan.already += 1;
  else if (now) plan.left.push({ ...line, why: whyOtherwise(openWords(now.value), now.by) });
  else {
    plan.take.push({ step: { kind: 'availability', authorId: current.id, availability: imported }, line });
    current.availability = { value: asStored(imported), by: 'archive' };
  }
}

/** Converts invitation settings to those of this instance. Unknown purposes are dropped; without any purpose, invitations are closed. */
function saidOf(stored: PortableRecord['availability']): OpenTo | null {
  if (!stored) return null;
  const known = stored.purposes.filter(isPurpose);
  const open = stored.open && known.length > 0;
  if (!open) return { open: false, purposes: [] };
  const from = invitationAudienceIds.find((each) => each === stored.from);
  const monthly = stored.monthly && stored.monthly >= 1 && stored.monthly <= maxMonthly ? stored.monthly : null;
  return { open, purposes: known, note: stored.note?.slice(0, 300), from: from ?? noLimits.from, monthly };
}

const asStored = ({ open, purposes: chosen, note, from, monthly }: OpenTo): Stands => ({
  ...{ open, purposes: chosen, note: note ?? null },
  ...{ from: from ?? noLimits.from, monthly: monthly ?? null },
});

function openWords({ open, purposes: chosen, note, from, monthly }: OpenTo | Stands): string {
  if (!open) return 'not open to invitations';
  const known = [...chosen].filter(isPurpose).map((each) => purposes[each]);
  const limits = describeLimits({ from: from ?? noLimits.from, monthly: monthly ?? null });
  return `open to ${known.join(', ')}, ${limits}${note ? `: “${note}”` : ''}`;
}

const isSame = (imported: OpenTo, now: Stands): boolean =>
  imported.open === now.open &&
  (!imported.open ||
    ([...imported.purposes].sort().join() === [...now.purposes].sort().join() &&
      (imported.note ?? '') === (now.note ?? '') &&
      imported.from === now.from &&
      (imported.monthly ?? null) === now.monthly));
