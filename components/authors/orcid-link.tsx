import type { AuthorView } from '#lib/portal/pages/model/author-record.ts';

/** A full ORCID iD as ORCID asks for it: the link in full, and in words whether its owner signed in with it. */
export function OrcidLink({ orcid }: { orcid: NonNullable<AuthorView['orcid']> }) {
  const address = `https://orcid.org/${orcid.id}`;
  return (
    <>
      <a href={address} rel="me noopener">
        {address}
      </a>{' '}
      <span className="text-xs">{orcid.authenticated ? '(authenticated)' : '(unauthenticated: given by a source)'}</span>
    </>
  );
}
