import { AuthorRows } from '#components/authors/author-rows.tsx';
import { ContextRows } from '#components/contexts/context-rows.tsx';
import { SaveWork } from '#components/saved-works/save-work.tsx';
import { Section } from '#components/ui/section.tsx';
import { formatNumber } from '#components/ui/sentence.ts';
import { WorkList } from '#components/works/work-list.tsx';
import { contextPathSegments } from '#lib/catalog/contexts/model/context.ts';
import { maxMatches } from '#lib/catalog/search-index/model/limits.ts';
import {
  type ResultKind,
  resultKinds,
  type SearchQuery,
  searchUrlOf,
  type WorksOrder,
} from '#lib/catalog/search-index/model/search-query.ts';
import type { WorkView } from '#lib/catalog/works/model/views.ts';
import type { ListFollows } from '#lib/community/follows/model.ts';
import { saveButtonProps } from '#lib/community/saved-works/model.ts';
import { tokenize } from '#lib/platform/text/tokenizer.ts';
import { matchedTerms } from '#lib/portal/search/model/matched-fields.ts';
import type { MatchedTopic, SearchView, SectionView } from '#lib/portal/search/model/results.ts';
import { MatchedFieldsNote } from './matched-fields.tsx';
import { PeopleResults } from './people-results.tsx';
import { formatShortTotal, formatTotal, kindTitles } from './search-labels.ts';

const kindLinkClass = 'flex items-baseline justify-between gap-x-3 rounded-md px-3 py-1.5 text-sm';

/** Links to each kind of results with its number of matches, all kinds first. A kind without matches has no link. */
export function ResultKindLinks({ requested, totals, partial }: Pick<SearchView, 'requested' | 'totals' | 'partial'>) {
  const renderKind = (kind: ResultKind | null) => {
    const total = kind && totals[kind];
    // Works that have only one of the words are shown, but not counted.
    const isCounted = !(kind === 'works' && partial.length > 0);
    const count = total && isCounted && <span className="text-xs">{formatShortTotal(total)}</span>;
    const name = kind ? kindTitles[kind] : 'All';
    const isCurrent = requested.kind === kind;
    return (
      <li key={kind ?? 'all'}>
        {total?.count === 0 && !isCurrent ? (
          <span className={`${kindLinkClass} text-soft`}>
            {name} {count}
          </span>
        ) : (
          <a
            href={searchUrlOf({ q: requested.q, kind, filters: {} })}
            aria-current={isCurrent ? 'true' : undefined}
            className={`${kindLinkClass} no-underline hover:bg-plain-wash forced-colors:aria-[current]:outline-2 ${isCurrent ? 'bg-wash font-semibold text-accent' : 'text-read'}`}
          >
            {name} {count}
          </a>
        )}
      </li>
    );
  };
  return (
    <nav aria-label="Kinds of results" className="mb-6">
      <ul className="flex flex-wrap gap-1 lg:grid">{[null, ...resultKinds].map(renderKind)}</ul>
    </nav>
  );
}

/** A topic whose name equals the query, with its recent authors. */
export function TopicBox({ topic, people, follows }: MatchedTopic & { follows: ListFollows }) {
  const href = `/${contextPathSegments[topic.kind]}/${topic.slug}`;
  return (
    <Section id="topic" title={<>Topic: {topic.name}</>} aside={<a href={href}>Everything on {topic.name}</a>}>
      <p className="mb-2 text-sm text-soft">People with most works on it, those with a recent one first.</p>
      {people.length > 0 && <AuthorRows authors={people} follows={follows} />}
    </Section>
  );
}

/** The results of one kind: a few with a link to all, or one page. */
interface SectionProps {
  requested: SearchQuery;
  section: SectionView;
  /** The ids of the viewer's saved works; null for a viewer without an account. */
  saved: ReadonlySet<string> | null;
  follows: ListFollows;
}

export function ResultSection({ requested, section, saved, follows }: SectionProps) {
  const { kind, total } = section;
  const shownCount =
    section.kind === 'people' ? section.people.length : section.kind === 'works' ? section.works.length : section.contexts.length;
  const hasMore = requested.kind === null && (total.count > shownCount || !total.exact);
  return (
    <Section
      id={kind}
      title={kindTitles[kind]}
      aside={
        hasMore ? (
          <a href={searchUrlOf({ q: requested.q, kind, filters: {} })}>
            {total.exact ? `All ${formatTotal(kind, total)}` : formatTotal(kind, total)}
          </a>
        ) : (
          <span className="text-sm text-soft">{formatTotal(kind, total)}</span>
        )
      }
    >
      {section.kind === 'works' && <OrderNote requested={requested} order={section.order} />}
      <ResultRows requested={requested} section={section} saved={saved} follows={follows} />
    </Section>
  );
}

/** The subject of an identifier, before other matches. */
export function IdentifiedSection({
  requested,
  identified: { works, people },
  saved,
  follows,
}: Omit<SectionProps, 'section'> & Pick<SearchView, 'identified'>) {
  if (works.length + people.length === 0) return null;
  return (
    <Section id="identified" title="With this identifier">
      {people.length > 0 && <PeopleResults people={people} words={[]} follows={follows} />}
      {works.length > 0 && <WorkList works={works} level={3} save={saveButtonIn(requested, saved)} />}
    </Section>
  );
}

const saveButtonIn = (requested: SearchQuery, saved: SectionProps['saved']) => (work: WorkView) =>
  saved && <SaveWork save={{ ...saveButtonProps(work), saved: saved.has(work.id) }} back={`${searchUrlOf(requested)}#work-${work.id}`} />;

function ResultRows({ requested, section, saved, follows }: SectionProps) {
  const words = tokenize(requested.q);
  if (section.kind === 'people') return <PeopleResults people={section.people} words={words} follows={follows} />;
  if (section.kind === 'works') {
    const matchedWords = matchedTerms(requested.q, section.order);
    const save = saveButtonIn(requested, saved);
    return (
      <WorkList
        works={section.works}
        level={3}
        words={matchedWords}
        why={(work) => <MatchedFieldsNote work={work} words={matchedWords} />}
        save={save}
      />
    );
  }
  return <ContextRows contexts={section.contexts} />;
}

const orderNotes: Record<WorksOrder, string | null> = {
  relevance: null,
  names: 'Works by people of this name come first.',
  titles: null,
  newest: `Filters apply to the newest ${formatNumber(maxMatches)} works.`,
  begun: 'Showing words that begin with the last one',
  forms: 'Few works have exactly these words. Works with other forms or spellings of them are included.',
};

interface OrderProps {
  requested: SearchQuery;
  order: WorksOrder;
}

/** How works are ordered: two links on a page of works, and what else there is to know. */
function OrderNote({ requested, order }: OrderProps) {
  const lastWord = requested.q.trim().split(/\s+/).at(-1);
  const text = order === 'names' && requested.sort ? null : orderNotes[order];
  const note = order === 'begun' ? `${text}: “${lastWord}”.` : text;
  if (requested.kind !== 'works') return note && <p className="mb-2 text-sm text-soft">{note}</p>;
  return (
    <div className="mb-2 flex flex-wrap items-baseline gap-x-4 gap-y-1 text-sm text-soft">
      <ul aria-label="Order" className="flex gap-x-4">
        {worksSorts.map(({ sort, name }) => (
          <li key={name}>
            <a
              href={searchUrlOf({ ...requested, sort, after: undefined })}
              aria-current={requested.sort === sort ? 'true' : undefined}
              className={requested.sort === sort ? 'font-semibold text-ink no-underline' : undefined}
            >
              {name}
            </a>
          </li>
        ))}
      </ul>
      {note && <p>{note}</p>}
    </div>
  );
}

const worksSorts = [
  { sort: undefined, name: 'Best match' },
  { sort: 'newest', name: 'Newest' },
] as const;
