import { Fragment } from 'react';
import { counted } from '#components/ui/sentence.ts';
import type { AuthorLine, WorkView } from '#lib/catalog/works/model/views.ts';

const shown = 12;

/**
 * Who signed a work, in the order of the sources. The record whose page this is stands out; names behind "et al." say so;
 * a list of hundreds is folded after its first dozen.
 */
export function AuthorList({
  work,
  id,
}: {
  work: Pick<WorkView, 'id' | 'authors' | 'authorsCount' | 'authorsComplete' | 'unseen' | 'withheld' | 'own'>;
  id?: string;
}) {
  const placed = work.authors;
  const hidden = work.own !== null && work.own.position === null ? work.own.nameAsWritten : null;
  const folded = placed.length > shown + 3;
  const first = folded ? placed.slice(0, shown) : placed;
  const rest = folded ? placed.slice(shown) : [];
  const unread = work.authorsCount - placed.length;
  const cut = placed.length > 0 && !work.authorsComplete ? ' et al.' : '';
  const words = hidden === null ? cut : `${cut}${placed.length > 0 ? ', among them ' : '; it lists the work for '}`;
  return (
    <div id={id} className="byline">
      <p>
        <Names lines={first} />
        {placed.length === 0 && (
          <span className="text-soft">{work.unseen ? 'Names not shown' : 'Author list not supplied by this source'}</span>
        )}
        {placed.length > 0 && work.withheld > 0 && (
          <i>{work.withheld === 1 ? ', name withheld' : `, ${counted(work.withheld, 'name')} withheld`}</i>
        )}
        {words !== '' && <i>{words}</i>}
        {hidden && <b>{hidden}</b>}
        {rest.some((line) => line.own) && (
          <>
            <i> … </i>
            <Names lines={rest.filter((line) => line.own)} />
          </>
        )}
      </p>
      {folded && (
        <details className="text-sm">
          <summary className="chevron inline-block text-soft hover:text-accent">and {counted(rest.length + unread, 'more author')}</summary>
          <p className="pt-1">
            <Names lines={rest} />
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

function Names({ lines }: { lines: readonly AuthorLine[] }) {
  return lines.map((line, index) => (
    <Fragment key={`${line.position ?? line.name}`}>
      {index > 0 && ', '}
      <Name line={line} />
    </Fragment>
  ));
}

function Name({ line }: { line: AuthorLine }) {
  if (line.own) return <b>{line.name}</b>;
  if (line.slug === null) return line.name;
  return <a href={`/authors/${line.slug}`}>{line.name}</a>;
}
