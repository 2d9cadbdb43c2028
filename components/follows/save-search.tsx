import { ApiButton } from '#components/site/api-button.tsx';
import { type SearchFollow, searchPlaceholderId } from '#lib/community/follows/model.ts';

interface Props {
  /** The canonical query of the search for works. */
  query: string;
  /** Null for a viewer without an account. */
  follow: SearchFollow | null;
}

/** Follows a search for works: new matches appear in the feed. Anybody can subscribe to its public feeds. */
export function SaveSearch({ query, follow }: Props) {
  const feeds = (
    <>
      <a href={`/search/feed.atom?${query}`}>Atom</a> or <a href={`/search/feed.json?${query}`}>JSON feed</a>
    </>
  );
  if (follow === null) {
    const back = `/search?${query}`;
    const signIn = `/sign-in?next=${encodeURIComponent(back)}&follow=${searchPlaceholderId}`;
    return (
      <p className="mb-6 text-sm text-soft">
        New works of this search: {feeds}, or <a href={signIn}>sign in to follow it</a>.
      </p>
    );
  }
  return (
    <div className="mb-6 flex flex-wrap items-baseline gap-x-4 gap-y-2 text-sm text-soft">
      {follow.savedId ? (
        <>
          <span>
            You follow this search: new works come into <a href="/feed">your feed</a>.
          </span>
          <ApiButton
            path="/api/saved-searches"
            fields={{ id: follow.savedId, want: 'off' }}
            back={`/search?${query}`}
            variant="quiet"
            label="Unfollow this search"
          />
        </>
      ) : (
        <ApiButton path="/api/saved-searches" fields={{ query, want: 'on' }} back={`/search?${query}`} label="Follow this search" />
      )}
      <span>{feeds}</span>
    </div>
  );
}
