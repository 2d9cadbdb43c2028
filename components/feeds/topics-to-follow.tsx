import { FollowForm } from '#components/follows/follow-form.tsx';
import { formatCount } from '#components/ui/sentence.ts';
import type { TopicToFollow } from '#lib/community/follows/model.ts';
import { SubjectIcon } from './followed.tsx';

/** Topics with many works, for an empty feed. */
export function TopicsToFollow({ topics }: { topics: readonly TopicToFollow[] }) {
  if (topics.length === 0) return null;
  return (
    <section aria-labelledby="topics-to-follow" className="card mt-5 p-5">
      <h2 id="topics-to-follow" className="mb-1 font-semibold">
        Topics to begin with
      </h2>
      <ul className="divide-y divide-line">
        {topics.map(({ contextId, name, path, works, people }) => (
          <li key={contextId} className="flex flex-wrap items-center gap-x-3 gap-y-2 py-3">
            <SubjectIcon path={path} isLarge />
            <div className="min-w-40 flex-1">
              <a href={path} className="bare-link font-serif text-md">
                {name}
              </a>
              <p className="text-soft text-xs">
                {formatCount(works, 'work')} · {formatCount(people, 'person', 'people')}
              </p>
            </div>
            <FollowForm target={{ contextId }} name={name} following={false} followers={null} back="/feed" variant="plain" />
          </li>
        ))}
      </ul>
      <p className="mt-3 text-sm">
        <a href="/feed">Show your feed</a>
      </p>
    </section>
  );
}
