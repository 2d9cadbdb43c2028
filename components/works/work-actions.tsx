import type { ReactNode } from 'react';
import { ExternalLink } from '#components/ui/external-link.tsx';
import { Icon, type IconName } from '#components/ui/icon.tsx';
import { outwardLinks } from '#lib/catalog/works/model/outward-links.ts';
import type { WorkView } from '#lib/catalog/works/model/views.ts';
import { plainText, safeHref } from '#lib/platform/text/rich-text.ts';
import { Abstract } from './abstract.tsx';

const signs: Record<string, IconName> = { pdf: 'document', doi: 'link', arXiv: 'external', code: 'code' };

interface Props {
  work: WorkView;
  /** Abstracts begin unfolded. */
  open?: boolean;
  /** Saves the work, where the page can say whether its reader has; else a link to its page. */
  save?: ReactNode;
  /** 'outward' leaves out the abstract, where it is shown besides. */
  variant?: 'outward';
}

/** Where a work can be read, cited and run; its abstract unfolds below. */
export function WorkActions({ work, open = false, save, variant }: Props) {
  return (
    <div className="entry-actions no-print">
      {outwardLinks(work).map(({ label, href, isSearch }) => (
        <Outward key={label} href={href} icon={isSearch ? 'search' : (signs[label] ?? 'external')} isSearch={isSearch}>
          {label}
        </Outward>
      ))}
      <a href={`/works/${work.id}#cite`} className="entry-action">
        <Icon name="cite" />
        cite
      </a>
      {save ?? <SaveLink id={work.id} />}
      {variant !== 'outward' && work.abstract && <FoldedAbstract abstract={work.abstract} open={open} />}
    </div>
  );
}

/** In lists that are the same for everybody; `save-script.ts` makes a button of it for a member. */
const SaveLink = ({ id }: { id: string }) => (
  <a href={`/works/${id}#save`} className="entry-action">
    <Icon name="save" />
    save
  </a>
);

interface OutwardProps {
  href: string;
  icon: IconName;
  /** True where the address is not known, and a search may find it. */
  isSearch: boolean;
  children: ReactNode;
}

function Outward({ href, icon, isSearch, children }: OutwardProps) {
  const safe = safeHref(href);
  return (
    safe && (
      <ExternalLink href={safe} className="entry-action" data-search={isSearch || undefined}>
        <Icon name={icon} />
        {children}
      </ExternalLink>
    )
  );
}

/** What the authors, or we in one sentence, say of a work, with its source. */
function FoldedAbstract({ abstract, open }: { abstract: NonNullable<WorkView['abstract']>; open: boolean }) {
  const isOurs = abstract.source.id === 'peergraph';
  if (plainText(abstract.text) === '') return null;
  return (
    <details open={open}>
      <summary className="entry-action">
        <Icon name="text" />
        {isOurs ? 'summary' : 'abstract'}
      </summary>
      <Abstract abstract={abstract} />
    </details>
  );
}
