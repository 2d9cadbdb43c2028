import { Fragment } from 'react';
import { PathSteps } from '#components/graph/path-steps.tsx';
import type { SharedContext } from '#lib/community/invitations/model/invite-page.ts';

/** What the viewer's record and another have in common, from public data, with links to the sources. */
export function InCommon({ context, name }: { context: SharedContext; name: string }) {
  const { path, collaborators, topics, venues } = context;
  const isEmpty = !path && collaborators.all + topics.length + venues.length === 0;
  return (
    <dl className="grid grid-cols-1 gap-x-6 text-sm max-sm:[&>dd]:mb-3 sm:grid-cols-[9rem_minmax(0,1fr)] sm:gap-y-3">
      <dt className="text-soft">Path between you</dt>
      <dd>
        <PathSteps path={path} searchedAll={context.searchedAll} isHidden={context.isHidden} fromReader />
      </dd>
      {collaborators.all > 0 && (
        <>
          <dt className="text-soft">Common co-authors</dt>
          <dd>
            <Links things={collaborators.shown.map(({ slug, name: personName }) => ({ href: `/authors/${slug}`, name: personName }))} />
            {collaborators.all > collaborators.shown.length && ` and ${collaborators.all - collaborators.shown.length} more`}
          </dd>
        </>
      )}
      {topics.length > 0 && <SharedContexts what="Topics of both" folder="topics" things={topics} />}
      {venues.length > 0 && <SharedContexts what="Venues of both" folder="venues" things={venues} />}
      {isEmpty && <dd className="sm:col-start-2">Nothing else that is listed here connects you to {name}. You can still invite them.</dd>}
    </dl>
  );
}

function SharedContexts({ what, folder, things }: { what: string; folder: 'topics' | 'venues'; things: SharedContext['topics'] }) {
  return (
    <>
      <dt className="text-soft">{what}</dt>
      <dd>
        <Links things={things.map(({ slug, name }) => ({ href: `/${folder}/${slug}`, name }))} />
      </dd>
    </>
  );
}

function Links({ things }: { things: { href: string; name: string }[] }) {
  return things.map(({ href, name }, index) => (
    <Fragment key={href}>
      {index > 0 && ', '}
      <a href={href}>{name}</a>
    </Fragment>
  ));
}
