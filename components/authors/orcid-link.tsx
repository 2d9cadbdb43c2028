import type { AuthorView } from '#lib/portal/pages/model/author-record.ts';

/** A full ORCID iD in the display that ORCID requires: the complete link, and whether its owner has signed in with it. */
export function OrcidLink({ orcid }: { orcid: NonNullable<AuthorView['orcid']> }) {
  const url = `https://orcid.org/${orcid.id}`;
  return (
    <>
      <a href={url} rel="me noopener">
        {url}
      </a>{' '}
      <span className="text-xs">{orcid.authenticated ? '(authenticated)' : '(unauthenticated: given by a source)'}</span>
    </>
  );
}
