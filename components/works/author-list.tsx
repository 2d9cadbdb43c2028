import { Fragment } from 'react';
import { formatCount } from '#components/ui/sentence.ts';
import type { AuthorLine, WorkView } from '#lib/catalog/works/model/views.ts';

const maxShown = 12;

interface Props {
  work: Pick<WorkView, 'id' | 'authors' | 'unplaced' | 'authorsCount' | 'authorsComplete' | 'unseen' | 'suppressedNames' | 'own'>;
  id?: string;
  /** Another person whose name is always shown, on pages about two people. */
  also?: { slug: string; name: string };
}

/**
 * The authors of a work, in the order of the sources. The author of the page is highlighted and always shown. "…" replaces names that a
 * source omits. Long lists are collapsed after the first dozen.
 */
export function AuthorList({ work, id, also }: Props) {
  const positionedAuthors = work.authors;
  const namedAuthors = [...positionedAuthors, ...work.unplaced];
  const isOwnHidden = work.own !== null && work.own.position === null && !namedAuthors.some(({ own }) => own);
  const emptyLine = { organisation: false, position: null };
  const unplacedLines: AuthorLine[] = [
    ...work.unplaced,
    ...(work.own && isOwnHidden ? [{ ...emptyLine, name: work.own.nameAsWritten, slug: null, own: true }] : []),
    ...(also && namedAuthors.every(({ slug }) => slug !== also.slug) ? [{ ...emptyLine, ...also, own: false }] : []),
  ];
  const isCollapsed = positionedAuthors.length > maxShown + 3;
  const shownLines = isCollapsed ? positionedAuthors.slice(0, maxShown) : positionedAuthors;
  const collapsedLines = isCollapsed ? positionedAuthors.slice(maxShown) : [];
  const missingCount = work.authorsCount - positionedAuthors.length;
  const isAlwaysShown = (line: AuthorLine): boolean => line.own || line.slug === also?.slug;
  return (
    <div id={id} className="byline">
      <p>
        <Names lines={shownLines} also={also?.slug} />
        {positionedAuthors.length === 0 && unplacedLines.length === 0 && (
          <span className="text-soft">{work.unseen ? 'Names not shown' : 'Author list not supplied by this source'}</span>
        )}
        {positionedAuthors.length > 0 && work.suppressedNames > 0 && (
          <i>{work.suppressedNames === 1 ? ', name withheld' : `, ${formatCount(work.suppressedNames, 'name')} withheld`}</i>
        )}
        {collapsedLines.some(isAlwaysShown) && (
          <>
            <i> … </i>
            <Names lines={collapsedLines.filter(isAlwaysShown)} also={also?.slug} />
          </>
        )}
        {unplacedLines.length > 0 && (
          <>
            {positionedAuthors.length > 0 && <i title="The source leaves out names here. Their places are not known."> … </i>}
            <Names lines={unplacedLines} also={also?.slug} />
          </>
        )}
        {!work.authorsComplete && positionedAuthors.length + unplacedLines.length > 0 && (
          <OmittedNames inWords={positionedAuthors.length === 0} />
        )}
      </p>
      {isCollapsed && (
        <details className="text-sm">
          <summary className="chevron inline-block text-soft hover:text-accent">
            and {formatCount(collapsedLines.length + missingCount, 'more author')}
          </summary>
          <p className="pt-1">
            <Names lines={collapsedLines} also={also?.slug} />
            {missingCount > 0 && (
              <>
                {' '}
                and <a href={`/works/${work.id}#authors`}>{formatCount(missingCount, 'more', 'more')} on the work’s page</a>
              </>
            )}
          </p>
        </details>
      )}
    </div>
  );
}

/** Names that every source omits; as text if the sources have no list at all. */
export const OmittedNames = ({ inWords }: { inWords: boolean }) => (
  <i title="The source leaves out further names">
    {inWords ? (
      ' and others'
    ) : (
      <>
        {' '}
        …<span className="sr-only"> and others</span>
      </>
    )}
  </i>
);

function Names({ lines, also }: { lines: readonly AuthorLine[]; also: string | undefined }) {
  return lines.map((line, index) => (
    <Fragment key={`${line.position ?? line.slug ?? line.name}`}>
      {index > 0 && ', '}
      <Name line={line} strong={line.own || (also !== undefined && line.slug === also)} />
    </Fragment>
  ));
}

function Name({ line, strong }: { line: AuthorLine; strong: boolean }) {
  if (strong) return <b>{line.name}</b>;
  if (line.slug === null) return line.name;
  return <a href={`/authors/${line.slug}`}>{line.name}</a>;
}
