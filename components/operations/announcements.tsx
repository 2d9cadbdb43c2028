import type { Announcement } from '#lib/portal/operations/model/operations.ts';

/** Announcements of admins, shown above every page until they expire. */
export function Announcements({ announcements }: { announcements: readonly Announcement[] }) {
  if (announcements.length === 0) return null;
  return (
    <section aria-label="Announcements" className="border-line border-b bg-wash">
      <ul className="gutter mx-auto w-full max-w-frame py-2.5 text-sm">
        {announcements.map(({ id, text, href }) => (
          <li key={id}>
            {text} {href && <a href={href}>More</a>}
          </li>
        ))}
      </ul>
    </section>
  );
}
