import { formatDate } from '#lib/catalog/works/model/dates.ts';
import { dayOf } from '#lib/platform/clock.ts';

/** The photo that the owner of a profile shows instead of the monogram. */
export function ProfilePhoto({ name, slug, since }: { name: string; slug: string; since: Date }) {
  const description = `${name}, as shown by the owner since ${formatDate(dayOf(since))}`;
  return (
    <img
      src={`/authors/${slug}/photo.jpg`}
      width={96}
      height={96}
      alt={description}
      title={description}
      className="size-24 rounded-full max-sm:size-16"
    />
  );
}
