/** The records that an account owns, each with where it is edited. */
export function RecordRows({ records }: { records: readonly { id: string; slug: string; name: string }[] }) {
  if (records.length === 0)
    return (
      <p className="text-sm text-soft">
        None yet. Once a claim of yours is accepted, you say here who you are, which works stand first, and what is shown.
      </p>
    );
  return (
    <ul>
      {records.map(({ id, slug, name }) => (
        <li key={id} className="flex flex-wrap items-baseline justify-between gap-x-6 border-line border-t py-2.5 first:border-t-0">
          <a href={`/me/records/${slug}`} className="font-semibold">
            {name}
          </a>
          <span className="text-sm">
            <a href={`/authors/${slug}`}>
              As everybody sees it<span className="sr-only"> {name}</span>
            </a>
          </span>
        </li>
      ))}
    </ul>
  );
}
