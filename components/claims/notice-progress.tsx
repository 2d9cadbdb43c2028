import { Day } from '#components/ui/day.tsx';
import type { ClaimView } from '#lib/governance/claims/model/claim.ts';
import { noticeDays } from '#lib/governance/claims/model/notice.ts';
import { daysMs, now } from '#lib/platform/clock.ts';

type Claim = Pick<ClaimView, 'noticeEndsAt'> & Partial<Pick<ClaimView, 'createdAt' | 'waitsForAdmin'>>;

/** The public notice of the viewer's claim: its day, its end, and a bar with a part for each day. */
export function NoticeProgress({ claim: { createdAt, noticeEndsAt, waitsForAdmin } }: { claim: Claim }) {
  if (!noticeEndsAt) return null;
  const daysLeft = Math.ceil((noticeEndsAt.getTime() - now().getTime()) / daysMs(1));
  const days = createdAt
    ? Math.max(1, Math.round((noticeEndsAt.getTime() - createdAt.getTime()) / daysMs(1)))
    : Math.max(noticeDays, daysLeft);
  const day = Math.min(days, Math.max(1, days - daysLeft + 1));
  return (
    <div className="rounded-md bg-raised p-4">
      <p className="font-semibold text-warn">
        Claim pending · day {day} of {days}
      </p>
      <p className="text-sm">
        It is accepted on <Day at={noticeEndsAt} /> unless somebody objects. A stronger proof ends the wait.
      </p>
      {waitsForAdmin && (
        <p className="mt-1 text-sm">
          Many people claim from your network or mail domain today, so an admin looks at your claim. If the admin agrees, it is accepted
          earlier. You need to do nothing.
        </p>
      )}
      <div aria-hidden="true" className="mt-3 grid grid-cols-7 gap-1">
        {Array.from({ length: days }, (_, index) => `day ${index + 1}`).map((each, index) => (
          <span key={each} className={`h-1.5 rounded-sm ${index < day ? 'bg-warn' : 'bg-track'}`} />
        ))}
      </div>
    </div>
  );
}
