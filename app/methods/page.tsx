import type { Metadata } from 'next';
import { methodTexts, recordSample } from '#components/indicators/method-texts.tsx';
import { Page } from '#components/ui/page.tsx';
import { PageHead } from '#components/ui/page-head.tsx';
import { Prose } from '#components/ui/prose.tsx';
import { indicatorMethods } from '#lib/indicators/model.ts';

export const metadata: Metadata = {
  title: 'Methods',
  description: 'How the indicators of this instance are computed, what they need, and what they cannot say.',
  alternates: { canonical: '/methods' },
};

export default function MethodsPage() {
  return (
    <Page>
      <PageHead title="Methods" lead="How the figures computed here are made, so that anybody can make them again." />
      <Prose>
        <p>
          Two figures about a work are computed here from what the pages of this instance show and its exports give, and from nothing else.
          They describe texts. They are never added into one score, no list of people is sorted by them, and they give no trust points. The
          owner of a record can hide them there, together with those of other sources.
        </p>
        <p>{recordSample} A changed method gets a new number beside the old one.</p>
        {indicatorMethods.map((method) => {
          const { title, intuition, formula, limits, sample, literature } = methodTexts[method];
          return (
            <section key={method} aria-labelledby={method}>
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
              <h3>Literature</h3>
              <ul>
                {literature.map(({ says, doi }) => (
                  <li key={doi}>
                    {says}. <a href={`https://doi.org/${doi}`}>https://doi.org/{doi}</a>
                  </li>
                ))}
              </ul>
            </section>
          );
        })}
        <section aria-labelledby="imported">
          <h2 id="imported">Figures of other sources</h2>
          <p>
            An h-index, citations, a “Novelty” or an “AI Score” are shown as their source gave them, with its name and the date. The h-index
            is the largest number h such that h works have at least h citations each, so it cannot be above the number of works that it is
            about, and needs at least h² citations; where a source’s own figures break either, the record says so.
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
        <p>
          <a href="/trust">How trust works</a> is told on a page of its own.
        </p>
      </Prose>
    </Page>
  );
}
