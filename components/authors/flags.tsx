import { Notice } from '#components/ui/notice.tsx';
import type { AuthorView } from '#lib/portal/pages/model/author-record.ts';

/** The public identity flags of a record, with their reasons. */
export function IdentityFlags({ flags, slug }: { flags: AuthorView['flags']; slug: string }) {
  if (flags.length === 0) return null;
  return (
    <div className="mb-8">
      <Notice kind="warn" title="Some works may belong to a namesake">
        <ul>
          {flags.map((flag) => (
            <li key={flag.rule}>{flag.reason}</li>
          ))}
        </ul>
        <p>
          Found automatically.{' '}
          <a href={`/authors/${slug}/split`} rel="nofollow">
            Help sort these works
          </a>
        </p>
      </Notice>
    </div>
  );
}
