import { Day } from '#components/ui/day.tsx';

/** Owners who have confirmed that a work is theirs, each with the day. */
export function ConfirmingOwners({ people }: { people: readonly { name: string; slug: string; at: Date }[] }) {
  if (people.length === 0) return null;
  return (
    <div className="mt-4 text-sm">
      <h3 className="font-medium">Confirmed as their own</h3>
      <ul>
        {people.map(({ name, slug, at }) => (
          <li key={slug}>
            <a href={`/authors/${slug}`}>{name}</a>{' '}
            <span className="text-soft">
              on <Day at={at} />
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
