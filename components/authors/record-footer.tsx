import { Day } from '#components/ui/day.tsx';
import { Section } from '#components/ui/section.tsx';
import type { AuthorView } from '#lib/portal/pages/model/author-record.ts';

/** The permanent URL of the record, and when it last changed. */
export function RecordFooter({ author }: { author: Pick<AuthorView, 'id' | 'slug' | 'updatedAt'> }) {
  return (
    <Section id="this-record" title="This profile">
      <p className="text-sm text-soft">
        <a href={`/authors/${author.id}`}>Permanent link</a>; it stays valid after a change of name. Last changed on{' '}
        <Day at={author.updatedAt} />.
      </p>
      <p className="mt-2 text-sm">
        <a href={`/authors/${author.slug}/fix`} rel="nofollow">
          Report a problem
        </a>{' '}
        <span className="text-soft">Wrong person, wrong fact, a missing work, two profiles for one person.</span>
      </p>
      <p className="mt-2 text-sm">
        <a href={`/authors/${author.slug}/history`}>History</a> <span className="text-soft">Changes of this profile and its works.</span>
      </p>
      <p className="mt-2 text-sm">
        <a href={`/visibility?record=${author.slug}`} rel="nofollow">
          Hide or limit this name
        </a>{' '}
        <span className="text-soft">If this profile is about you, with or without an account.</span>
      </p>
    </Section>
  );
}
