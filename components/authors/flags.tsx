import { Notice } from '#components/ui/notice.tsx';
import type { AuthorView } from '#lib/portal/pages/model/author-record.ts';

/** Open identity flags of a record, with their reasons. */
export function IdentityFlags({ flags, slug }: { flags: AuthorView['flags']; slug: string }) {
  if (flags.length === 0) return null;
  return (
    <div className="mb-8">
      <Notice kind="warn" title="This profile may be several people">
        <ul>
          {flags.map((flag) => (
            <li key={flag.rule}>{flag.reason}</li>
          ))}
        </ul>
        <p>
          This is computed by a fixed rule and not reviewed. To correct it,{' '}
          <a href={`/authors/${slug}/split`} rel="nofollow">
            sort the works by person
          </a>
          .
        </p>
      </Notice>
    </div>
  );
}
