import { Day } from '#components/ui/day.tsx';
import { rorAddress } from '#lib/catalog/contexts/model/ror.ts';
import { type CareerEntry, formatPeriod } from '#lib/catalog/statements/model/career.ts';
import type { PublicStatements, StatedList } from '#lib/catalog/statements/model/statement.ts';

/** The positions and education that the owner states. */
export function Career({ owner, slug }: { owner: PublicStatements | null; slug: string }) {
  if (!owner?.positions && !owner?.education) return null;
  return (
    <div className="mb-8 grid gap-7 sm:grid-cols-2">
      {owner.positions && <Entries id="positions" title="Positions" list={owner.positions} slug={slug} />}
      {owner.education && <Entries id="education" title="Education" list={owner.education} slug={slug} />}
    </div>
  );
}

function Entries({ id, title, list, slug }: { id: string; title: string; list: StatedList; slug: string }) {
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="font-semibold text-md">
        {title}
      </h2>
      <ul className="mt-2 grid gap-2 text-sm">
        {list.entries.map((entry) => (
          <li key={[entry.title, entry.place, entry.from, entry.to].join(' ')} className="wrap-anywhere">
            <Entry entry={entry} />
          </li>
        ))}
      </ul>
      <p className="mt-2 text-soft text-xs">
        <a href={`/authors/${slug}/sources#owner`}>by the owner</a>, since <Day at={list.since} />
      </p>
    </section>
  );
}

function Entry({ entry }: { entry: CareerEntry }) {
  const { title, place, rorId } = entry;
  const address = rorId && rorAddress(rorId);
  const span = formatPeriod(entry);
  return (
    <>
      {title && <span className="block font-medium">{title}</span>}
      {address ? <a href={address}>{place}</a> : place}
      {span && <span className="text-soft"> · {span}</span>}
    </>
  );
}
