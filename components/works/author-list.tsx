import { Fragment } from 'react';
import { counted } from '#components/ui/sentence.ts';
import type { AuthorLine, WorkView } from '#lib/catalog/works/model/views.ts';

const shown = 12;

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
  const placed = work.authors;
  const named = [...placed, ...work.unplaced];
  const isOwnHidden = work.own !== null && work.own.position === null && !named.some(({ own }) => own);
  const line = { organisation: false, position: null };
  const hidden: AuthorLine[] = [
    ...work.unplaced,
    ...(work.own && isOwnHidden ? [{ ...line, name: work.own.nameAsWritten, slug: null, own: true }] : []),
    ...(also && named.every(({ slug }) => slug !== also.slug) ? [{ ...line, ...also, own: false }] : []),
  ];
  const folded = placed.length > shown + 3;
  const first = folded ? placed.slice(0, shown) : placed;
  const rest = folded ? placed.slice(shown) : [];
  const unread = work.authorsCount - placed.length;
  const isKept = (line: AuthorLine): boolean => line.own || line.slug === also?.slug;
  return (
    <div id={id} className="byline">
      <p>
        <Names lines={first} also={also?.slug} />
        {placed.length === 0 && hidden.length === 0 && (
          <span className="text-soft">{work.unseen ? 'Names not shown' : 'Author list not supplied by this source'}</span>
        )}
        {placed.length > 0 && work.suppressedNames > 0 && (
          <i>{work.suppressedNames === 1 ? ', name withheld' : `, ${counted(work.suppressedNames, 'name')} withheld`}</i>
        )}
        {rest.some(isKept) && (
          <>
            <i> … </i>
            <Names lines={rest.filter(isKept)} also={also?.slug} />
          </>
        )}
        {hidden.length > 0 && (
          <>
            {placed.length > 0 && <i title="The source leaves out names here. Their places are not known."> … </i>}
            <Names lines={hidden} also={also?.slug} />
          </>
        )}
        {!work.authorsComplete && placed.length + hidden.length > 0 && <Rest inWords={placed.length === 0} />}
      </p>
      {folded && (
        <details className="text-sm">
          <summary className="chevron inline-block text-soft hover:text-accent">and {counted(rest.length + unread, 'more author')}</summary>
          <p className="pt-1">
            <Names lines={rest} also={also?.slug} />
            {unread > 0 && (
              <>
                {' '}
                and <a href={`/works/${work.id}#authors`}>{counted(unread, 'more', 'more')} on the work’s page</a>
              </>
            )}
          </p>
        </details>
      )}
    </div>
  );
}

/** Names that every source omits; as text if the sources have no list at all. */
const Rest = ({ inWords }: { inWords: boolean }) => (
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
