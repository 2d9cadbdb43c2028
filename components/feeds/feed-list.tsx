import { Day } from '#components/ui/day.tsx';
import { WorkEntry } from '#components/works/work-entry.tsx';
import { type FeedItem, recordEventLabels } from '#lib/community/feeds/model.ts';
import { WhyInFeed } from './why-in-feed.tsx';

/** What is new, the last to arrive first, each item with why it is there. */
export function FeedList({ items }: { items: readonly FeedItem[] }) {
  return (
    <ol className="divide-y divide-line border-line border-y">
      {items.map((item) => (
        <li key={`${item.place.work}-${item.place.news}`} className="py-5">
          {item.is === 'work' ? (
            <WorkEntry entry={{ work: item.work, versions: [], moreVersions: 0 }} level={2} why={<WhyInFeed reasons={item.reasons} />} />
          ) : (
            <News item={item} />
          )}
        </li>
      ))}
    </ol>
  );
}

function News({ item }: { item: Extract<FeedItem, { is: 'news' }> }) {
  const { author, news, at } = item;
  const path = `/authors/${author.slug}`;
  return (
    <article>
      <h2 className="font-medium">
        <a href={path}>{author.name}</a> {recordEventLabels[news].says}
      </h2>
      <p className="text-sm text-soft">
        {recordEventLabels[news].means} <Day at={at} />
      </p>
      <div className="text-sm text-soft">
        <WhyInFeed reasons={[{ kind: 'author', name: author.name, path }]} />
      </div>
    </article>
  );
}
