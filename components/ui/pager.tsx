interface Props {
  /** What is paged through: "authors", "works". */
  listName: string;
  previous?: string | null;
  next?: string | null;
}

/** First and next page of a list that goes by cursors. Nothing where there is but one page. */
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
