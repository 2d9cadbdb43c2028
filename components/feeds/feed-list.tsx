import { Island } from '#components/live/island.tsx';
import { SaveWork } from '#components/saved-works/save-work.tsx';
import { Day } from '#components/ui/day.tsx';
import { Monogram, slugFromPath } from '#components/ui/monogram.tsx';
import { WorkEntry } from '#components/works/work-entry.tsx';
import { type FeedItem, type FeedReason, feedReasonSentence, recordEventLabels } from '#lib/community/feeds/model.ts';
import { saveButtonProps } from '#lib/community/saved-works/model.ts';
import { SubjectIcon } from './followed.tsx';
import { Mute, type MuteProps } from './mute.tsx';
import { WhyInFeed } from './why-in-feed.tsx';

type WorkItem = Extract<FeedItem, { kind: 'work' }>;
type Group = { kind: 'works'; reasons: WorkItem['reasons']; items: WorkItem[] } | Extract<FeedItem, { kind: 'news' }>;

/** Groups consecutive works with the same reasons, the latest published first. */
function groupItems(items: readonly FeedItem[]): Group[] {
  const groups: Group[] = [];
  for (const item of items) {
    const last = groups.at(-1);
    if (item.kind === 'news') groups.push(item);
    else if (last?.kind === 'works' && feedReasonSentence(last.reasons) === feedReasonSentence(item.reasons)) last.items.push(item);
    else groups.push({ kind: 'works', reasons: item.reasons, items: [item] });
  }
  const publishedOn = ({ work: { date, year } }: WorkItem): string => date ?? String(year ?? '');
  for (const group of groups)
    if (group.kind === 'works') group.items.sort((one, other) => publishedOn(other).localeCompare(publishedOn(one)));
  return groups;
}

interface Props {
  items: readonly FeedItem[];
  /** The ids of the viewer's saved works. */
  saved: ReadonlySet<string>;
  /** The path of the page. */
  path: string;
}

/** The feed, latest arrival first; works with the same reason are grouped. */
export function FeedList({ items, saved, path }: Props) {
  return (
    <ol aria-label="Your feed" className="space-y-5">
      {groupItems(items).map((group) => (
        <li key={keyOf(group.kind === 'works' ? group.items[0] : group)} className="card px-4 py-4 sm:px-5">
          {group.kind === 'news' ? <News item={group} path={path} /> : <Works group={group} saved={saved} path={path} />}
        </li>
      ))}
    </ol>
  );
}

const keyOf = (item: FeedItem | undefined): string => `${item?.position.work}-${item?.position.news}`;

const Works = ({ group: { reasons, items }, saved, path }: { group: Extract<Group, { kind: 'works' }> } & Omit<Props, 'items'>) => (
  <>
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 border-line sm:flex-nowrap border-b pb-3 text-sm text-soft">
      <div data-muted className="flex min-w-0 items-center gap-3">
        <FollowedSubjects reasons={reasons} />
        <WhyInFeed reasons={reasons} />
      </div>
      <div className="flex flex-none items-baseline gap-4 sm:ml-auto">
        {items.length > 1 && <span data-muted>{items.length} works</span>}
        <MuteIsland reasons={reasons} path={path} />
      </div>
    </div>
    <ol data-muted className="divide-y divide-line">
      {items.map((item) => (
        <li key={keyOf(item)} className="py-4 last:pb-0">
          <WorkEntry
            entry={{ work: item.work, versions: [], moreVersions: 0 }}
            level={2}
            save={
              <SaveWork save={{ ...saveButtonProps(item.work), saved: saved.has(item.work.id) }} back={`${path}#work-${item.work.id}`} />
            }
          />
        </li>
      ))}
    </ol>
  </>
);

const maxShown = 2;

/** The followed subjects, as overlapping monograms and icons. */
const FollowedSubjects = ({ reasons }: Pick<WorkItem, 'reasons'>) => (
  <span className="flex flex-none -space-x-2 max-sm:hidden">
    {reasons
      .slice(0, maxShown)
      .map(({ kind, name, path }) =>
        kind === 'author' ? (
          <Monogram key={path} name={name} slug={slugFromPath(path)} size="sm" />
        ) : (
          <SubjectIcon key={path} path={path} isLarge />
        ),
      )}
  </span>
);

function News({ item: { author, news, at }, path }: { item: Extract<FeedItem, { kind: 'news' }>; path: string }) {
  const profile = `/authors/${author.slug}`;
  const reasons: WorkItem['reasons'] = [{ kind: 'author', id: author.id, name: author.name, path: profile }];
  return (
    <article>
      <div data-muted>
        <h2 className="font-medium">
          <a href={profile}>{author.name}</a> {recordEventLabels[news].label}
        </h2>
        <p className="text-sm text-soft">
          {recordEventLabels[news].description} <Day at={at} />
        </p>
      </div>
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 text-sm text-soft">
        <div data-muted>
          <WhyInFeed reasons={reasons} />
        </div>
        <MuteIsland reasons={reasons} path={path} />
      </div>
    </article>
  );
}

function MuteIsland({ reasons, path }: Pick<WorkItem, 'reasons'> & Pick<Props, 'path'>) {
  const kindOf = ({ kind }: FeedReason) => (kind === 'author' || kind === 'search' ? kind : 'context');
  const props: MuteProps = { subjects: reasons.map((reason) => ({ kind: kindOf(reason), id: reason.id, name: reason.name })), back: path };
  return (
    <Island name="mute" props={props}>
      <div>
        <Mute {...props} />
      </div>
    </Island>
  );
}
