import { FollowInList } from '#components/follows/follow-in-list.tsx';
import { purposeTitles } from '#components/invitations/purpose-titles.ts';
import { ButtonLink } from '#components/ui/button.tsx';
import { Chip } from '#components/ui/chip.tsx';
import { Day } from '#components/ui/day.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { Monogram } from '#components/ui/monogram.tsx';
import { capitalize, formatCount } from '#components/ui/sentence.ts';
import { Tag } from '#components/ui/tag.tsx';
import type { ListFollows } from '#lib/community/follows/model.ts';
import { describeLimitsToSender } from '#lib/community/invitations/model/availability.ts';
import type { ListingCard as Card, Closeness } from '#lib/community/invitations/model/listing.ts';
import { refusalOf } from '#lib/portal/refusals.ts';

const maxTopics = 2;
const maxNamed = 3;

/** People who are open to collaborate, each with their words, terms, and the link to the viewer. */
export const ListingCards = ({ cards, follows }: { cards: readonly Card[]; follows: ListFollows }) => (
  <ul className="grid gap-4">
    {cards.map((card) => (
      <li key={card.listing.id}>
        <ListingCard card={card} follows={follows} />
      </li>
    ))}
  </ul>
);

function ListingCard({ card: { listing, role, closeness, refusal }, follows }: { card: Card; follows: ListFollows }) {
  const { slug, name, family, invented, affiliation, institutions, purposes, note, topics, since } = listing;
  const [institution] = institutions;
  return (
    <article aria-labelledby={`open-${slug}`} className="rounded-card border border-line bg-card">
      <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-3 p-4 sm:grid-cols-[auto_minmax(0,1fr)_auto] sm:p-5">
        <Monogram name={name} family={family} slug={slug} claimed size="md" />
        <div className="min-w-0">
          <h2 id={`open-${slug}`} className="flex flex-wrap items-center gap-x-2 font-normal font-serif text-lg leading-6">
            <a href={`/authors/${slug}`} className="bare-link wrap-anywhere">
              {name}
            </a>
            {invented && <Tag>Sample</Tag>}
          </h2>
          <p className="text-sm text-read">
            {role}
            {role && (institution || affiliation) && ' · '}
            {institution ? <a href={`/institutions/${institution.slug}`}>{institution.name}</a> : affiliation}
          </p>
        </div>
        <div className="flex flex-wrap items-center gap-2.5 self-start max-sm:col-span-2">
          <FollowInList person={listing} follows={follows} />
          {!refusal && (
            <ButtonLink href={`/invite/${slug}`} className="border-accent! text-accent">
              <Icon name="mail" />
              Invite<span className="sr-only"> {name}</span>
            </ButtonLink>
          )}
        </div>
        <div className="col-span-full grid gap-3 sm:col-start-2">
          <p className="flex flex-wrap items-center gap-1.5 text-sm text-soft">
            Open to
            {purposes.map((purpose) => (
              <Tag key={purpose} variant="accent">
                {purposeTitles[purpose]}
              </Tag>
            ))}
          </p>
          {note && <p className="line-clamp-3 max-w-measure font-serif">{note}</p>}
          {topics.length > 0 && (
            <p className="flex flex-wrap gap-1.5">
              {topics.slice(0, maxTopics).map((topic) => (
                <Chip key={topic.slug} kind="topic" href={`/topics/${topic.slug}`}>
                  {topic.name}
                </Chip>
              ))}
            </p>
          )}
          <p className="text-sm text-soft">{capitalize(describeLimitsToSender(listing))}</p>
          {refusal && <Unmet code={refusal.code} name={name} />}
        </div>
      </div>
      <div className="flex flex-wrap justify-between gap-x-6 gap-y-1 border-line border-t px-4 py-2.5 text-soft text-xs sm:px-5">
        <span>{closeness && <InCommon slug={slug} name={name} closeness={closeness} />}</span>
        <span>
          Open since <Day at={since} />
        </span>
      </div>
    </article>
  );
}

/** A condition that the viewer does not meet, with the step that helps, in the place of the invitation. */
function Unmet({ code, name }: { code: string; name: string }) {
  const { title, link } = refusalOf(code);
  return (
    <p className="flex flex-wrap items-baseline gap-x-3 text-sm text-warn">
      {title}
      {link && (
        <a href={link.href}>
          {link.label}
          <span className="sr-only">: {name}</span>
        </a>
      )}
    </p>
  );
}

function InCommon({ slug, name, closeness: { works, common } }: { slug: string; name: string; closeness: Closeness }) {
  if (works > 0) return <>{formatCount(works, 'work')} with you</>;
  if (common.length === 0)
    return (
      <>
        No co-author in common. <a href={`/graph?from=author:${slug}`}>Graph around {name}</a>
      </>
    );
  return (
    <>
      {formatCount(common.length, 'co-author')} in common:{' '}
      {common.slice(0, maxNamed).map((person, index) => (
        <span key={person.slug}>
          {index > 0 && ', '}
          <a href={`/authors/${person.slug}`}>{person.name}</a>
        </span>
      ))}
      {common.length > maxNamed && ` and ${common.length - maxNamed} more`}
    </>
  );
}
