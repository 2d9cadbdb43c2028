import { jobPollIntervals } from '#components/live/poll-intervals.ts';
import { RefreshOnChange } from '#components/live/refresh-on-change.tsx';

/** Says that an archive is being created, and refreshes once it is ready; without script, the viewer follows the link. */
export function ArchiveProgress({ state }: { state: string }) {
  return (
    <p role="status" className="max-w-measure border-accent border-l-3 bg-raised px-4 py-3 text-sm">
      Your archive is being created. You are notified when it is ready. <a href="/me/data">Refresh</a>
      <RefreshOnChange url="/me/data/state" state={state} intervals={jobPollIntervals} />
    </p>
  );
}
