import type { ReactNode } from 'react';
import { ExternalLink } from '#components/ui/external-link.tsx';
import { Icon, type IconName } from '#components/ui/icon.tsx';
import { externalLinksOf } from '#lib/catalog/works/model/outward-links.ts';
import type { WorkView } from '#lib/catalog/works/model/views.ts';
import { plainText, safeHref } from '#lib/platform/text/rich-text.ts';
import { Abstract } from './abstract.tsx';

const linkIcons: Record<string, IconName> = { pdf: 'document', doi: 'link', arXiv: 'external', code: 'code' };

interface Props {
  work: WorkView;
  /** True if abstracts are initially expanded. */
  open?: boolean;
  /** The save button, if the page knows whether the viewer has saved the work; otherwise a link to its page. */
  save?: ReactNode;
  /** 'outward' omits the abstract, if it is shown elsewhere. */
  variant?: 'outward';
}

/** Links to read, cite and run a work; its abstract can be expanded below. */
export function WorkActions({ work, open = false, save, variant }: Props) {
  return (
    <div className="entry-actions no-print">
      {externalLinksOf(work).map(({ label, href, isSearch }) => (
        <OutwardLink key={label} href={href} icon={isSearch ? 'search' : (linkIcons[label] ?? 'external')} isSearch={isSearch}>
          {label}
        </OutwardLink>
      ))}
      <a href={`/works/${work.id}/cite`} className="entry-action" rel="nofollow">
        <Icon name="cite" />
        cite
      </a>
      {save ?? <SaveLink id={work.id} />}
      {variant !== 'outward' && work.abstract && <FoldedAbstract abstract={work.abstract} language={work.language} open={open} />}
    </div>
  );
}

/** A link in publicly cached lists; `save-script.ts` replaces it by a button for a signed-in viewer. */
const SaveLink = ({ id }: { id: string }) => (
  <a href={`/works/${id}#save`} className="entry-action">
    <Icon name="save" />
    save
  </a>
);

interface OutwardLinkProps {
  href: string;
  icon: IconName;
  /** True if the URL is unknown, and the link searches for it. */
  isSearch: boolean;
  children: ReactNode;
}

function OutwardLink({ href, icon, isSearch, children }: OutwardLinkProps) {
  const safeUrl = safeHref(href);
  return (
    safeUrl && (
      <ExternalLink href={safeUrl} className="entry-action" data-search={isSearch || undefined}>
        <Icon name={icon} />
        {children}
      </ExternalLink>
    )
  );
}

interface FoldedAbstractProps {
  abstract: NonNullable<WorkView['abstract']>;
  language: string | null;
  open: boolean;
}

/** The abstract of a work, or our one-sentence summary, collapsed, with its source. */
function FoldedAbstract({ abstract, language, open }: FoldedAbstractProps) {
  const isSummary = abstract.source.id === 'peergraph';
  if (plainText(abstract.text) === '') return null;
  return (
    <details open={open}>
      <summary className="entry-action">
        <Icon name="text" />
        {isSummary ? 'summary' : 'abstract'}
      </summary>
      <Abstract abstract={abstract} language={language} />
    </details>
  );
}
