import { Icon } from '#components/ui/icon.tsx';
import { Monogram, slugFromPath } from '#components/ui/monogram.tsx';
import type { NewestFollows } from '#lib/community/follows/model.ts';

const subjectKinds = [
  { kind: 'topic', folder: '/topics/', tint: 'kind-topic' },
  { kind: 'venue', folder: '/venues/', tint: 'kind-venue' },
  { kind: 'institution', folder: '/institutions/', tint: 'kind-institution' },
] as const;

/** The icon of a subject without a monogram, as on its page and in lists. */
export function SubjectIcon({ path, isLarge = false }: { path: string; isLarge?: boolean }) {
  const subjectKind = subjectKinds.find(({ folder }) => path.startsWith(folder));
  return (
    <span
      aria-hidden="true"
      className={`${subjectKind?.tint ?? 'kind-person'} grid ${isLarge ? 'size-8 text-base' : 'size-6 text-xs'} flex-none place-items-center rounded-md bg-(--chip-wash) text-(--chip)`}
    >
      <Icon name={subjectKind?.kind ?? 'search'} />
    </span>
  );
}

/** The subjects followed last, beside the feed on wide screens; the full list has its own page. */
export function FollowedSubjects({ follows: { shown, all } }: { follows: NewestFollows }) {
  return (
    <nav aria-label="You follow" className="text-sm max-lg:hidden lg:sticky lg:top-20 lg:row-span-3 min-[78rem]:row-span-2">
      <p className="mb-2 font-semibold">You follow</p>
      {all === 0 && <p className="text-soft">Nothing yet.</p>}
      <ul className="space-y-2">
        {shown.map(({ kind, id, path, name }) => (
          <li key={id}>
            <a href={path} className="bare-link flex items-center gap-2.5 text-read hover:text-accent">
              {kind === 'author' ? <Monogram name={name} slug={slugFromPath(path)} size="xs" /> : <SubjectIcon path={path} />}
              <span className="min-w-0 truncate">{name}</span>
            </a>
          </li>
        ))}
      </ul>
      <p className="mt-3">
        <a href="/me/network#follows">{all > shown.length ? `All ${all}` : 'Manage'}</a> ·{' '}
        <a href="/me/notifications#digest">Email digest</a>
      </p>
    </nav>
  );
}
