import { NamesakesMethod } from '#components/identity/namesakes-method.tsx';
import { methodTexts, recordSampleText } from '#components/indicators/method-texts.tsx';
import { Literature } from '#components/ui/literature.tsx';
import { OnThisPage } from '#components/ui/on-this-page.tsx';
import { Page } from '#components/ui/page.tsx';
import { PageHead } from '#components/ui/page-head.tsx';
import { Prose } from '#components/ui/prose.tsx';
import { topicsMethod } from '#lib/catalog/contexts/model/topics.ts';
import { type IndicatorMethod, indicatorMethods } from '#lib/catalog/indicators/model/indicator.ts';
import { sitePageMetadata } from '../site-pages.ts';

export const generateMetadata = () => sitePageMetadata('methods');

const parts = [
  ...indicatorMethods.map((method) => ({ id: method as string, title: methodTexts[method].title })),
  { id: 'topics-1', title: 'Topics found in titles' },
  { id: 'namesakes-1', title: 'Works of namesakes' },
  { id: 'imported', title: 'Figures of other sources' },
  { id: 'hidden', title: 'What an owner can hide' },
];

export default function MethodsPage() {
  return (
    <Page width="page">
      <PageHead title="Methods" lead="How the figures computed here are made, so that anyone can reproduce them." />
      <OnThisPage parts={parts}>
        <Prose>
          <p>
            Two figures about a work are computed here from what the pages of this instance show and its exports give, and from nothing
            else. They describe texts. They are never added into one score, no list of people is sorted by them, and they give no trust
            points. The owner of a profile <a href="#hidden">can hide them</a>.
          </p>
          <p>{recordSampleText} A changed method gets a new number beside the old one.</p>
          {indicatorMethods.map((method) => (
            <MethodSection key={method} method={method} />
          ))}
          <TopicsMethod />
          <NamesakesMethod />
          <ImportedFigures />
          <HiddenFigures />
          <p>
            <a href="/trust">How trust works</a> has its own page.
          </p>
        </Prose>
      </OnThisPage>
    </Page>
  );
}

function MethodSection({ method }: { method: IndicatorMethod }) {
  const { title, intuition, formula, limits, sample, literature } = methodTexts[method];
  return (
    <section aria-labelledby={method}>
      <h2 id={method}>
        {title}: {method}
      </h2>
      <p>{intuition}</p>
      <h3>Formula</h3>
      {formula}
      <h3>Sample</h3>
      <p>{sample}</p>
      <h3>Limits</h3>
      <ul>
        {limits.map((limit) => (
          <li key={limit}>{limit}</li>
        ))}
      </ul>
      <Literature references={literature} />
    </section>
  );
}

function TopicsMethod() {
  return (
    <section aria-labelledby="topics-1">
      <h2 id="topics-1">Topics found in titles: topics-1</h2>
      <p>Some sources give their works no subject. There a phrase becomes a topic when it occurs often in titles, as a unit of its own.</p>
      <h3>Formula</h3>
      <p>
        A phrase is two or three words without punctuation between them, and without a function word at either end. Case, diacritics and
        plurals are ignored. It is a topic when at least {topicsMethod.minWorks} works by at least {topicsMethod.minAuthors} different first
        authors have it, when its words come together so much more often than by chance that Dunning’s log-likelihood ratio, G² = 2 Σ O ln(O
        ÷ E), is at least {topicsMethod.minRatio}, and when it is not merely a part of a longer phrase: in many of its occurrences other
        words precede and follow it. A work has at most {topicsMethod.maxPerWork} topics.
      </p>
      <h3>Limits</h3>
      <ul>
        <li>It reads titles alone, and never finds a topic of one word.</li>
        <li>Rare and new topics are missing until enough titles have them.</li>
        <li>It knows the words of grammar of six European languages, and the plurals of English.</li>
      </ul>
      <h3>Literature</h3>
      <ul>
        <li>T. Dunning: Accurate methods for the statistics of surprise and coincidence. Computational Linguistics 19 (1), 1993</li>
        <li>
          K. Frantzi, S. Ananiadou and H. Mima: Automatic recognition of multi-word terms: the C-value/NC-value method. International
          Journal on Digital Libraries 3 (2), 2000
        </li>
      </ul>
    </section>
  );
}

function ImportedFigures() {
  return (
    <section aria-labelledby="imported">
      <h2 id="imported">Figures of other sources</h2>
      <p>
        An h-index, citations, a “Novelty” or an “AI Score” are shown as their source gave them, with its name and the date. The h-index is
        the largest number h such that h works have at least h citations each, so it cannot be above the number of works that it is about,
        and needs at least h² citations; where a source’s own figures break either, the profile says so.
      </p>
      <ul>
        <li>
          J. E. Hirsch: An index to quantify an individual’s scientific research output. PNAS 102, 2005.{' '}
          <a href="https://doi.org/10.1073/pnas.0507655102">https://doi.org/10.1073/pnas.0507655102</a>
        </li>
        <li>
          L. Waltman and N. J. van Eck: The inconsistency of the h-index. JASIST 63, 2012.{' '}
          <a href="https://doi.org/10.1002/asi.21678">https://doi.org/10.1002/asi.21678</a>
        </li>
      </ul>
    </section>
  );
}

function HiddenFigures() {
  return (
    <section aria-labelledby="hidden">
      <h2 id="hidden">What an owner can hide</h2>
      <p>
        With one switch the owner of a profile hides every figure that judges: the h-index, citations, “Novelty” and “AI Score” that sources
        declare of the person, and all that is computed here. Then the profile, its list of works, its sources page, its feeds and its files
        show none of them, and its works cannot be sorted by one.
      </p>
      <p>
        A figure of a work is about a text, which may have other authors. It stays on the work’s own page and on the profiles of co-authors
        who show indicators, because nobody decides for a co-author; where everybody who signs the work hides indicators, it is shown
        nowhere. Counts of works, followers, topics and collaborators are facts of the profile, not figures that judge, and stay.
      </p>
    </section>
  );
}
