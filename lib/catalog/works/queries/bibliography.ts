import shipped from '@citation-js/plugin-csl/lib/styles.json' with { type: 'json' };
import { site } from '#lib/platform/site.ts';
import { inThread } from '#lib/platform/thread.ts';
import { type Bibliography, bibliographyQuestion, type CslStyle } from '../model/citations/bibliography.ts';
import type { CitedWork } from '../model/citations/cited.ts';

const names: Record<keyof typeof shipped, Omit<CslStyle, 'xml'>> = {
  apa: { id: 'apa', title: 'APA' },
  harvard1: { id: 'harvard', title: 'Harvard (Cite Them Right)' },
  vancouver: { id: 'vancouver', title: 'Vancouver' },
};

/** The CSL styles of this instance: three that everybody has, and those that the operator has put into a folder. */
export function cslStyles(): CslStyle[] {
  const own = site().citationStyles;
  const usual = Object.entries(shipped).map(([key, xml]) => ({ ...names[key as keyof typeof shipped], xml }));
  return [...usual.filter(({ id }) => own.every((style) => style.id !== id)), ...own];
}

/** The newest works that a bibliography has: each takes some milliseconds. */
export const maxBibliography = 1_000;
const limits = { withinMs: 30_000, memoryMb: 256 };

/**
 * Cites works in a CSL style, at most `maxBibliography` of them, in a thread.
 *
 * @throws ThreadLimitError where the style takes too long, and what citeproc throws where it is no style
 */
export const bibliographyOf = (works: readonly CitedWork[], style: CslStyle): Promise<Bibliography> =>
  inThread('lib/catalog/works/queries/bibliography-thread.ts', bibliographyQuestion(works.slice(0, maxBibliography), style), limits);
