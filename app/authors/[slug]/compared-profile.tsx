import type { ReactNode } from 'react';
import { DayForm } from '#components/history/day-form.tsx';
import { DayHead } from '#components/history/day-head.tsx';
import { PastAffiliation, PastTrust } from '#components/history/past-facts.tsx';
import { PastWorks } from '#components/history/past-works.tsx';
import { DefinitionList } from '#components/ui/definition-list.tsx';
import { formatCount, formatNumber } from '#components/ui/sentence.ts';
import { factLabels, formatFactValue } from '#components/works/work-labels.ts';
import type { WorkDifference } from '#lib/catalog/history/model/differences.ts';
import type { ComparedProfile } from '#lib/portal/pages/loaders/history.ts';

const maxRows = 200;

/** The differences between two days of a profile. */
export function ComparedProfilePage({ profile: { author, before, after, differences, days } }: { profile: ComparedProfile }) {
  const { added, removed, changed, coauthorsAdded, coauthorsRemoved } = differences;
  const isSame = [added, removed, changed, coauthorsAdded, coauthorsRemoved].every((items) => items.length === 0);
  return (
    <DayHead author={author} days={[before.day, after.day]} recordedSince={before.recordedSince}>
      <DefinitionList
        items={[
          { term: 'Works', description: renderChange(formatNumber(before.works.length), formatNumber(after.works.length)) },
          {
            term: 'Affiliation',
            description: renderChange(
              <PastAffiliation record={before} />,
              <PastAffiliation record={after} />,
              isSameAffiliation({ before, after }),
            ),
          },
          {
            term: 'Trust',
            description: renderChange(
              <PastTrust record={before} />,
              <PastTrust record={after} />,
              before.trust?.computedAt.getTime() === after.trust?.computedAt.getTime(),
            ),
          },
        ]}
      />
      {isSame && <p className="mt-6">Works and co-authors are the same on both days.</p>}
      <Works title={`${formatCount(added.length, 'work')} added`} of={added.map((work) => ({ work }))} />
      <Works title={`${formatCount(removed.length, 'work')} removed`} of={removed.map((work) => ({ work }))} />
      <Works
        title={`${formatCount(changed.length, 'work')} changed`}
        of={changed.map(({ work, fields }) => ({ work, children: <Fields of={fields} /> }))}
      />
      <People title={`${formatCount(coauthorsAdded.length, 'co-author')} added`} of={coauthorsAdded} />
      <People title={`${formatCount(coauthorsRemoved.length, 'co-author')} removed`} of={coauthorsRemoved} />
      <section aria-labelledby="day" className="mt-8">
        <h2 id="day" className="mb-3 font-semibold text-md">
          Other days
        </h2>
        <DayForm slug={author.slug} {...days} day={before.day} compared={after.day} />
      </section>
    </DayHead>
  );
}

const isSameAffiliation = ({ before, after }: Pick<ComparedProfile, 'before' | 'after'>): boolean =>
  before.affiliation?.name === after.affiliation?.name && before.affiliation?.source.id === after.affiliation?.source.id;

function renderChange(before: ReactNode, after: ReactNode, isSame = before === after): ReactNode {
  if (isSame) return <>{after} (the same)</>;
  return (
    <>
      {after} <span className="text-soft">(before: {before})</span>
    </>
  );
}

function Works({ title, of: works }: { title: string; of: Parameters<typeof PastWorks>[0]['works'] }) {
  if (works.length === 0) return null;
  return (
    <section className="mt-8">
      <h2 className="mb-3 font-semibold text-md">{title}</h2>
      <PastWorks works={works.slice(0, maxRows)} />
      <MoreNote of={works.length} />
    </section>
  );
}

const MoreNote = ({ of: all }: { of: number }) =>
  all > maxRows ? <p className="mt-2 text-soft text-sm">and {formatNumber(all - maxRows)} more</p> : null;

function Fields({ of: fields }: { of: readonly WorkDifference[] }) {
  return (
    <ul className="mt-1 space-y-0.5 break-words text-sm">
      {fields.map(({ field, before, after }) => (
        <li key={field}>
          <span className="text-soft">{factLabels[field]}:</span> {after === null ? 'nothing' : formatFactValue(field, after)}
          <span className="text-soft"> (before: {before === null ? 'nothing' : formatFactValue(field, before)})</span>
        </li>
      ))}
    </ul>
  );
}

function People({ title, of: people }: { title: string; of: readonly { slug: string; name: string }[] }) {
  if (people.length === 0) return null;
  return (
    <section className="mt-8">
      <h2 className="mb-3 font-semibold text-md">{title}</h2>
      <ul className="max-w-text">
        {people.slice(0, maxRows).map(({ slug, name }) => (
          <li key={slug} className="wrap-anywhere py-1">
            <a href={`/authors/${slug}`}>{name}</a>
          </li>
        ))}
      </ul>
      <MoreNote of={people.length} />
    </section>
  );
}
