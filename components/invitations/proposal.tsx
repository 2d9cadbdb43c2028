import type { Preview } from '#lib/community/invitations/model/message.ts';
import { expectedTimes, purposes } from '#lib/community/invitations/model/purposes.ts';
import { SafeLink } from './message-text.tsx';

/** The further fields of an invitation: purpose, expected time and a link. */
export function Proposal({ purpose, expectedTime, link }: Partial<NonNullable<Preview['proposal']>>) {
  return (
    <dl className="mb-4 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-sm">
      {purpose && (
        <>
          <dt className="text-soft">About</dt>
          <dd>{purposes[purpose]}</dd>
        </>
      )}
      {expectedTime && (
        <>
          <dt className="text-soft">Time</dt>
          <dd>{expectedTimes[expectedTime]}</dd>
        </>
      )}
      {link && (
        <>
          <dt className="text-soft">Link</dt>
          <dd>
            <SafeLink href={link}>{link}</SafeLink>
          </dd>
        </>
      )}
    </dl>
  );
}
