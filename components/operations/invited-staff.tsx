import { Day } from '#components/ui/day.tsx';
import { formatCount } from '#components/ui/sentence.ts';
import type { InvitedPerson, InvitedStaff as Staff } from '#lib/portal/operations/model/operations.ts';

const stateTexts: Record<InvitedPerson['state'], string> = {
  claimed: 'claimed on',
  in_notice: 'claimed, in public notice until',
  hidden: 'shows the profile less',
  waiting: 'not claimed yet',
};

/** The people whom a staff list has invited, and who has come. */
export function InvitedStaff({ staff: { invited, claimed, people } }: { staff: Staff }) {
  if (invited === 0)
    return (
      <p className="max-w-measure text-sm text-soft">
        Nobody is invited. <code>npm run roster -- staff.csv --invite</code> asks the people of a staff list to claim their profiles.
      </p>
    );
  return (
    <>
      <p className="mb-3 max-w-measure text-sm text-soft">
        {formatCount(invited, 'person', 'people')} invited, {claimed} of them have claimed their profiles.
      </p>
      <ul className="divide-y divide-line border-line border-y">
        {people.map(({ id, name, slug, invitedAt, state, at }) => (
          <li key={id} className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 py-2">
            <span>{slug === null ? name : <a href={`/authors/${slug}`}>{name}</a>}</span>
            <span className="text-soft text-sm">
              invited on <Day at={invitedAt} narrow />, {stateTexts[state]}
              {at && (state === 'claimed' || state === 'in_notice') && (
                <>
                  {' '}
                  <Day at={at} narrow />
                </>
              )}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}
