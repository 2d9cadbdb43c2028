import shipped from '@citation-js/plugin-csl/lib/styles.json' with { type: 'json' };
import { site } from '#lib/platform/site.ts';
import { runInThread } from '#lib/platform/thread.ts';
import { type Bibliography, type CslStyle, createBibliographyRequest } from '../model/citations/bibliography.ts';
import type { CitedWork, FormulaForm } from '../model/citations/cited.ts';
import { chicagoStyle, mlaStyle } from '../model/citations/csl-styles.ts';

const shippedStyles: Record<keyof typeof shipped, Omit<CslStyle, 'xml'>> = {
  apa: { id: 'apa', title: 'APA' },
  harvard1: { id: 'harvard', title: 'Harvard (Cite Them Right)' },
  vancouver: { id: 'vancouver', title: 'Vancouver' },
};

const ownBuiltInStyles: CslStyle[] = [
  { id: 'mla', title: 'MLA', xml: mlaStyle },
  { id: 'chicago', title: 'Chicago', xml: chicagoStyle },
];

/** Returns the CSL styles of this instance: five built-in ones, and those in the operator's folder. */
export function cslStyles(): CslStyle[] {
  const ownStyles = site().citationStyles;
  const builtInStyles = [
    ...Object.entries(shipped).map(([key, xml]) => ({ ...shippedStyles[key as keyof typeof shipped], xml })),
    ...ownBuiltInStyles,
  ];
  return [...builtInStyles.filter(({ id }) => ownStyles.every((style) => style.id !== id)), ...ownStyles];
}

/** Maximum number of works in a bibliography; each takes some milliseconds. */
export const maxBibliography = 1_000;
const threadLimits = { withinMs: 30_000, memoryMb: 256 };

/**
 * Formats at most `maxBibliography` works in a CSL style, in a worker thread.
 * @throws ThreadLimitError if the style takes too long; errors of citeproc if the style is invalid
 */
export const bibliographyOf = (works: readonly CitedWork[], style: CslStyle, formulas: FormulaForm = 'text'): Promise<Bibliography> =>
  runInThread(
    'lib/catalog/works/queries/bibliography-thread.ts',
    createBibliographyRequest(works.slice(0, maxBibliography), style, formulas),
    threadLimits,
  );
