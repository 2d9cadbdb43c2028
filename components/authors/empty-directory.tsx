import { EmptyState } from '#components/ui/empty-state.tsx';

interface Props {
  /** The URL of the first page of the list. */
  first: string;
  from: string | undefined;
  isClaimed: boolean;
}

/** A directory of people that is empty: from a letter on, because nobody has claimed a profile, or because no source is imported. */
export function EmptyDirectory({ first, from, isClaimed }: Props) {
  if (from)
    return (
      <EmptyState title="No names match.">
        <p>
          <a href={first}>Go to the first page</a>
        </p>
      </EmptyState>
    );
  if (isClaimed)
    return (
      <EmptyState title="Nobody has claimed a profile yet">
        <p>
          A profile is claimed by the person it is about. <a href="/search">Find yours</a>, or <a href="/authors">show all people</a>.
        </p>
      </EmptyState>
    );
  return (
    <EmptyState title="No people yet">
      <p>
        People come with the works that an operator imports: <code>npm run import</code> lists the sources. Somebody who is missing can{' '}
        <a href="/search">look for themselves and create a profile</a>.
      </p>
    </EmptyState>
  );
}
