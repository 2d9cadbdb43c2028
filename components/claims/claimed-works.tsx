import { PersonLine } from '#components/people/person-line.tsx';
import { formatCount } from '#components/ui/sentence.ts';
import { MarkedLanguage } from '#components/works/marked-language.tsx';
import type { ClaimPage } from '#lib/governance/claims/model/claim-page.ts';
import { readableTitle } from '#lib/platform/text/latex/readable.ts';

/** The profile to be claimed, with its newest works, so that the viewer can recognise it. */
export function ClaimedWorks({ author, works }: { author: ClaimPage['author']; works: ClaimPage['newestWorks'] }) {
  const furtherCount = author.works - works.length;
  return (
    <section aria-label="Profile" className="card">
      <PersonLine person={author} size="lg">
        {formatCount(author.works, 'work')}
        {author.affiliation ? `, ${author.affiliation}` : ''}
      </PersonLine>
      <ul className="mt-3 space-y-2 text-sm">
        {works.map(({ id, title, language, year }) => (
          <li key={id}>
            <a href={`/works/${id}`} className="bare-link wrap-anywhere font-serif">
              <MarkedLanguage language={language} text={readableTitle(title)} />
            </a>
            {year !== null && <span className="text-soft">, {year}</span>}
          </li>
        ))}
      </ul>
      {furtherCount > 0 && (
        <p className="mt-2 text-sm">
          <a href={`/authors/${author.slug}`}>See {formatCount(furtherCount, 'more work')}</a>
        </p>
      )}
    </section>
  );
}
