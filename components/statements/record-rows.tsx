/** The records that an account owns, with links to edit them. */
export function RecordRows({ records }: { records: readonly { id: string; slug: string; name: string; isVisible: boolean }[] }) {
  if (records.length === 0)
    return (
      <p className="text-sm text-soft">
        None yet. Once your claim is accepted, you can edit your profile, pinned works and visibility here.
      </p>
    );
  return (
    <ul>
      {records.map(({ id, slug, name, isVisible }) => (
        <li key={id} className="flex flex-wrap items-baseline justify-between gap-x-6 border-line border-t py-2.5 first:border-t-0">
          {isVisible ? (
            <>
              <a href={`/me/records/${slug}`} className="font-semibold">
                {name}
              </a>
              <a href={`/authors/${slug}`} className="text-sm">
                View public profile<span className="sr-only"> {name}</span>
              </a>
            </>
          ) : (
            <>
              <span className="font-semibold">{name}</span>
              <span className="text-sm text-soft">
                Hidden everywhere. <a href={`/visibility?record=${slug}`}>Show the name again</a>
              </span>
            </>
          )}
        </li>
      ))}
    </ul>
  );
}
