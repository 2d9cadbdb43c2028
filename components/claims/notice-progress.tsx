import { Day } from '#components/ui/day.tsx';
import type { ClaimView } from '#lib/governance/claims/model/claim.ts';
import { noticeDays } from '#lib/governance/claims/model/notice.ts';
import { daysMs, now } from '#lib/platform/clock.ts';

/** The public notice of the viewer's claim: its day, its end, and a bar of seven parts. */
export function NoticeProgress({ claim: { noticeEndsAt } }: { claim: Pick<ClaimView, 'noticeEndsAt'> }) {
  if (!noticeEndsAt) return null;
  const daysLeft = Math.ceil((noticeEndsAt.getTime() - now().getTime()) / daysMs(1));
  const day = Math.min(noticeDays, Math.max(1, noticeDays - daysLeft + 1));
  return (
    <div className="rounded-md bg-raised p-4">
      <p className="font-semibold text-warn">
        Claim pending · day {day} of {noticeDays}
      </p>
      <p className="text-sm">
        It is accepted on <Day at={noticeEndsAt} /> unless somebody objects. A stronger proof ends the wait.
      </p>
      <div aria-hidden="true" className="mt-3 grid grid-cols-7 gap-1">
        {Array.from({ length: noticeDays }, (_, index) => `day ${index + 1}`).map((each, index) => (
          <span key={each} className={`h-1.5 rounded-sm ${index < day ? 'bg-warn' : 'bg-track'}`} />
        ))}
      </div>
    </div>
  );
}
