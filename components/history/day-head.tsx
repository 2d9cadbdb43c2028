import type { ReactNode } from 'react';
import { Day } from '#components/ui/day.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { Page } from '#components/ui/page.tsx';
import { PageHead } from '#components/ui/page-head.tsx';
import { dayOf } from '#lib/platform/clock.ts';

interface Props {
  author: { slug: string; name: string };
  /** YYYY-MM-DD */
  day: string;
  recordedSince: Date | null;
  children: ReactNode;
}

/** The frame of a page that shows a profile as of a day, with a link to today. */
export function DayHead({ author: { slug, name }, day, recordedSince, children }: Props) {
  return (
    <Page>
      <PageHead eyebrow={<a href={`/authors/${slug}/history`}>History</a>} title={name} />
      <div className="mb-8">
        <Notice
          kind="warn"
          title={
            <>
              This is the profile at the end of <Day at={new Date(`${day}T00:00:00Z`)} />
            </>
          }
        >
          <p>
            <a href={`/authors/${slug}`}>Show the profile of today</a>. What was hidden or removed by a person since is left out. Days are
            in UTC.
          </p>
          {recordedSince && day < dayOf(recordedSince) && (
            <p>
              Which works a profile has, and its affiliation, are recorded since <Day at={recordedSince} />. For earlier days those of that
              day are shown.
            </p>
          )}
        </Notice>
      </div>
      {children}
    </Page>
  );
}
