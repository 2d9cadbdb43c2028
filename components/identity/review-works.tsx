import { ActionForm } from '#components/site/action-form.tsx';
import { Button } from '#components/ui/button.tsx';
import { Day } from '#components/ui/day.tsx';
import { formatCount } from '#components/ui/sentence.ts';
import { MarkedLanguage } from '#components/works/marked-language.tsx';
import { type Opinion, opinionFieldOf, type ReviewedWork } from '#lib/catalog/statements/model/opinions.ts';
import { stateOpinions } from '#lib/governance/identity/actions.ts';

const opinionLabels: Record<Opinion, string> = { mine: 'Mine', not_mine: 'Not mine', not_sure: 'Not sure' };

/** The works of a record for review by its owner: one at a time, or all of a page at once. Works without script. */
export function ReviewWorks({
  authorId,
  works,
  query,
  back,
}: {
  authorId: string;
  works: readonly ReviewedWork[];
  query: string;
  back: string;
}) {
  return (
    <ActionForm action={stateOpinions} back={back} className="space-y-4" hiddenInputs={{ authorId, query }}>
      <ul className="divide-y divide-line border-line border-t">
        {works.map((work) => (
          <Work key={work.id} work={work} />
        ))}
      </ul>
      <div className="sticky-actions">
        <Button variant="primary">Save answers</Button>
        {works.length > 1 && (
          <Button name="all" value="mine">
            All {works.length} on this page are mine
          </Button>
        )}
      </div>
    </ActionForm>
  );
}

function Work({ work }: { work: ReviewedWork }) {
  const more = work.moreCoauthors > 0 ? ` and ${formatCount(work.moreCoauthors, 'more', 'more')}` : '';
  return (
    <li className="grid grid-cols-1 gap-x-6 gap-y-2 py-3 sm:grid-cols-[1fr_auto] sm:items-baseline">
      <input type="hidden" name="page" value={work.id} />
      <div>
        <a href={`/works/${work.id}`} className="bare-link font-serif">
          <MarkedLanguage language={work.language} text={work.title} />
        </a>
        <p className="text-soft text-xs">
          {[work.year ?? 'no year', work.venue, `as ${work.nameAsWritten}`, `by ${work.source}`].filter(Boolean).join(' · ')}
          {work.coauthors.length > 0 && ` · with ${work.coauthors.join(', ')}${more}`}
        </p>
        {work.statedAt && (
          <p className="text-soft text-xs">
            You said so on <Day at={work.statedAt} />.
          </p>
        )}
      </div>
      <fieldset className="flex flex-wrap gap-x-4 gap-y-1">
        <legend className="sr-only">Is “{work.title}” yours?</legend>
        {Object.entries(opinionLabels).map(([value, label]) => (
          <label key={value} className="inline-flex items-center gap-1.5 whitespace-nowrap text-sm">
            <input
              type="radio"
              name={opinionFieldOf(work.id)}
              value={value}
              defaultChecked={work.opinion === value}
              className="size-4 accent-accent"
            />
            {label}
          </label>
        ))}
      </fieldset>
    </li>
  );
}
