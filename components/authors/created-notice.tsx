import { Notice } from '#components/ui/notice.tsx';

/** Notes that no source or proof supports a created profile yet. */
export function CreatedProfileNotice({ slug, isOwner }: { slug: string; isOwner: boolean }) {
  return (
    <div className="mb-8">
      <Notice kind="warn" title="Created by its owner, and not listed yet">
        <p>No source and no proof supports this profile. It is in no list or search here, and search engines are asked to leave it out.</p>
        {isOwner && (
          <p>
            <a href={`/claim/${slug}#proof-options`}>Add a proof</a>, such as your ORCID iD or an address at your institution, and it is
            listed. It is listed too once a source describes one of its works with your name.
          </p>
        )}
      </Notice>
    </div>
  );
}
