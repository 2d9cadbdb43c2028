import { Icon } from '#components/ui/icon.tsx';
import type { AuthorView } from '#lib/portal/pages/model/author-record.ts';

interface Props {
  author: AuthorView;
  /** True if this instance can verify ORCID iDs. */
  orcidSetUp: boolean;
}

/** Missing parts of a profile, with links to add them. Shown only to its owner. */
export function OwnerPrompts({ author, orcidSetUp }: Props) {
  const { slug, owner, affiliation, availability, pinned, orcid, hiddenFields } = author;
  const editPath = `/me/records/${slug}`;
  const prompts: [boolean, string, string][] = [
    [!owner?.biography && !hiddenFields.includes('biography'), 'biography', `${editPath}/about`],
    [!owner?.role && !hiddenFields.includes('role'), 'role', `${editPath}/about`],
    [!affiliation, 'affiliation', `${editPath}/about`],
    [!owner?.homepage && !hiddenFields.includes('homepage'), 'home page', `${editPath}/about`],
    [orcidSetUp && !orcid && !hiddenFields.includes('orcid'), 'ORCID iD', `/claim/${slug}#orcid`],
    [pinned.length === 0 && !hiddenFields.includes('pinned'), 'pinned works', `${editPath}/pinned`],
    [!availability, 'availability', `${editPath}/availability`],
  ];
  const missing = prompts.filter(([isMissing]) => isMissing);
  if (missing.length === 0) return null;
  return (
    <section aria-label="Missing on your profile" className="no-print mb-5 flex flex-wrap items-center gap-2 text-sm">
      <span className="text-soft">Only you see this. Add:</span>
      {missing.map(([, label, href]) => (
        <a
          key={label}
          href={href}
          className="inline-flex min-h-8 items-center gap-1.5 rounded-full border border-edge border-dashed px-3 text-soft no-underline hover:border-accent hover:text-accent"
        >
          <Icon name="plus" />
          <span className="sr-only">Add your </span>
          {label}
        </a>
      ))}
    </section>
  );
}
