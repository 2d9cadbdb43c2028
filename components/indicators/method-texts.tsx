import type { ReactNode } from 'react';
import { formatNumber } from '#components/ui/sentence.ts';
import { type IndicatorMethod, minWorksForIndicator } from '#lib/catalog/indicators/model/indicator.ts';
import { noveltyRules } from '#lib/catalog/indicators/model/novelty.ts';
import { signalRules } from '#lib/catalog/indicators/model/signal.ts';

interface MethodText {
  title: string;
  intuition: ReactNode;
  formula: ReactNode;
  limits: readonly string[];
  sample: string;
  literature: readonly { citation: string; doi: string }[];
}

const { weights, halfLifeYears, halfAtCitationsPerYear, youngestYears, code } = signalRules;

/** Descriptions of the methods, with numbers taken from the rules. */
export const methodTexts: Record<IndicatorMethod, MethodText> = {
  'novelty-1': {
    title: 'New word pairs in titles',
    intuition:
      'A title that brings two known words together for the first time says something that no earlier title here has said. The more of its pairs of words are such first meetings, the higher the value.',
    formula: (
      <>
        <p>
          100 × new pairs ÷ known pairs. Take the title’s words without common words and numbers, in lower case and singular. A word is
          known when at least {noveltyRules.knownAfter} titles of earlier years on this instance have it. A known pair is two known words of
          the title. It is new when no title of an earlier year has both.
        </p>
        <p>Works of one year are compared with the years before, never with each other, because many sources give no more than a year.</p>
      </>
    ),
    limits: [
      'It knows only the works that this instance has imported: what is new here may be old elsewhere.',
      'It looks at titles alone. A bold idea under a plain title has a low value, a playful title a high one.',
      'It sees words, not meaning, and works best for titles in English.',
      'New is not good. Nothing here says that a work is right, or useful.',
    ],
    sample: `A work has a value when the instance holds at least ${formatNumber(noveltyRules.earlierWorks)} works of earlier years and the title has at least ${noveltyRules.minPairs} known pairs.`,
    literature: [
      {
        citation: 'B. Uzzi, S. Mukherjee, M. Stringer and B. Jones: Atypical Combinations and Scientific Impact. Science 342, 2013',
        doi: '10.1126/science.1240474',
      },
      {
        citation: 'J. Wang, R. Veugelers and P. Stephan: Bias against novelty in science. Research Policy 46, 2017',
        doi: '10.1016/j.respol.2017.06.006',
      },
      {
        citation:
          'S. Arts, J. Hou and J. C. Gomez: Natural language processing to identify the creation and impact of new technologies in patent text. Research Policy 50, 2021',
        doi: '10.1016/j.respol.2020.104144',
      },
    ],
  },
  'signal-1': {
    title: 'Most active now',
    intuition:
      'What speaks, at this time, for looking at a work: it is recent, it is being cited, its code can be had. Venue and institution play no part, nor does anything about the people.',
    formula: (
      <>
        <p>
          100 × the weighted mean of the parts that are known: recency ({weights.recency}), velocity ({weights.velocity}) and code (
          {weights.code}).
        </p>
        <ul>
          <li>Recency: ½ to the power of age ÷ {halfLifeYears} years.</li>
          <li>
            Velocity: c ÷ (c + {halfAtCitationsPerYear}), where c is the citations a year, by the highest count that a source gives; a work
            counts as at least {youngestYears} years old.
          </li>
          <li>
            Code: {code.reachable} when its link was found to answer, {code.linked} when it is linked, {code.promised} when it is promised,{' '}
            {code.none} when a source says that there is none.
          </li>
        </ul>
        <p>The age is taken at the start of the month (UTC), so that everybody who computes it gets the same number.</p>
      </>
    ),
    limits: [
      'It favours new works by design; it says nothing of what a work was worth in its time.',
      'Where no source gives citations, recency and code alone decide.',
      'Fields cite at different speeds, so values of different fields cannot be compared.',
      'The weights are our choice, not a finding.',
    ],
    sample: `A work has a value when at least ${signalRules.minParts} of the three parts are known.`,
    literature: [
      {
        citation: 'D. Wang, C. Song and A.-L. Barabási: Quantifying Long-Term Scientific Impact. Science 342, 2013',
        doi: '10.1126/science.1237825',
      },
      {
        citation:
          'P. Vandewalle, J. Kovačević and M. Vetterli: Reproducible research in signal processing. IEEE Signal Processing Magazine 26, 2009',
        doi: '10.1109/MSP.2009.932122',
      },
    ],
  },
};

/** The condition for a record to have a value. */
export const recordSampleText = `A profile shows the median over its works if at least ${minWorksForIndicator} of them have a value.`;
