import { Section } from '#components/ui/section.tsx';
import { formatCount } from '#components/ui/sentence.ts';
import type { AuthorView } from '#lib/portal/pages/model/author-record.ts';

type AuthorNames = Pick<AuthorView, 'slug' | 'name' | 'alsoPublishedAs' | 'nativeNames' | 'suggestions' | 'similarNames'>;

/** Name variants in sources, and records that could be confused with this one. */
export function NameLines({ author }: { author: AuthorNames }) {
  const { alsoPublishedAs, nativeNames, suggestions, similarNames } = author;
  if (alsoPublishedAs.length + nativeNames.length + suggestions.length + similarNames.length === 0) return null;
  return (
    <Section id="names" title="Names">
      <dl className="space-y-2 text-sm">
        {alsoPublishedAs.length > 0 && (
          <div>
            <dt className="text-soft">Also published as</dt>
            <dd>{alsoPublishedAs.join(' · ')}</dd>
          </div>
        )}
        {nativeNames.length > 0 && (
          <div>
            <dt className="text-soft">In the original script</dt>
            <dd>{nativeNames.join(' · ')}</dd>
          </div>
        )}
        {suggestions.length > 0 && (
          <div>
            <dt className="text-soft">May be the same person</dt>
            {suggestions.map((each) => (
              <dd key={each.slug}>
                <a href={`/authors/${each.slug}`}>{each.name}</a> <span className="text-soft">{each.reason}</span>{' '}
                <a href={`/authors/${author.slug}/merge?with=${each.slug}`} rel="nofollow">
                  Compare the two
                </a>
              </dd>
            ))}
          </div>
        )}
        {similarNames.length > 0 && (
          <div>
            <dt className="text-soft">Other people with similar names</dt>
            {similarNames.map((each) => (
              <dd key={each.slug}>
                <a href={`/authors/${each.slug}`}>{each.name}</a>{' '}
                <span className="text-soft">
                  {formatCount(each.works, 'work')}; {each.reason}
                </span>
              </dd>
            ))}
          </div>
        )}
      </dl>
    </Section>
  );
}
