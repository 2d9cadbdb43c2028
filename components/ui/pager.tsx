interface Props {
  /** The name of the list: "authors", "works". */
  listName: string;
  previous?: string | null;
  next?: string | null;
}

/** Links to the first and next page of a list with cursors. Empty if there is only one page. */
export function Pager({ listName, previous, next }: Props) {
  if (!previous && !next) return null;
  return (
    <nav aria-label={`Pages of ${listName}`} className="mt-8 flex justify-between gap-6 border-line border-t pt-4">
      {previous ? (
        <a href={previous} rel="prev">
          First page
        </a>
      ) : (
        <span />
      )}
      {next && (
        <a href={next} rel="next">
          Next page
        </a>
      )}
    </nav>
  );
}
