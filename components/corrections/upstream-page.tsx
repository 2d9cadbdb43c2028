import type { ReactNode } from 'react';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { Page } from '#components/ui/page.tsx';
import { PageHead } from '#components/ui/page-head.tsx';
import { type CorrectedValue, UpstreamNotes } from './upstream-notes.tsx';

interface Props {
  /** The page of the work or profile, and the text of the link back to it. */
  path: string;
  back: string;
  /** The work or profile. */
  about: ReactNode;
  /** Shown if there is no accepted correction. */
  none: string;
  corrected: readonly CorrectedValue[];
}

/** The page with texts for sources about the accepted corrections of a work or profile. */
export function UpstreamPage({ path, back, about, none, corrected }: Props) {
  return (
    <Page>
      <PageHead
        eyebrow={<a href={path}>{back}</a>}
        title="Tell the source"
        lead={<>Texts about the accepted corrections of {about}, to copy or to save. Nothing is sent from here.</>}
      />
      {corrected.length === 0 && (
        <EmptyState title={none}>
          <a href={`${path}/correct`} rel="nofollow">
            Suggest a correction
          </a>
        </EmptyState>
      )}
      {corrected.map((each) => (
        <UpstreamNotes key={each.id} corrected={each} path={`${path}/upstream`} />
      ))}
    </Page>
  );
}
