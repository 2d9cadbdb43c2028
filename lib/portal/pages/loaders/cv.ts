import type { CitationPart } from '#lib/catalog/works/model/citations/bibliography.ts';
import type { CitedWork } from '#lib/catalog/works/model/citations/cited.ts';
import { bibliographyOf, cslStyles, maxBibliography } from '#lib/catalog/works/queries/bibliography.ts';
import type { Cv } from '../model/cv.ts';
import { type CitedList, joinVersions, plainCitation, plainStyle } from '../model/cv-choice.ts';
import type { CvFile } from '../model/cv-files.ts';

export const cvStyles = (): { id: string; title: string }[] => [plainStyle, ...cslStyles()];

/** Maximum number of works, newest first, in a CV with a CSL style. */
export const maxStyledWorks = maxBibliography;

/** Returns the content of a CV file. An unknown style falls back to the plain one. */
export async function writeCv(
  { cites, formulas, maxWorks, write }: CvFile,
  cv: Omit<Cv, 'list'>,
): Promise<string | Uint8Array<ArrayBuffer>> {
  const works = joinVersions(cv.works);
  return write({ ...cv, works, list: await citedList(works, cites === false ? plainStyle.id : cv.choice.style, { maxWorks, formulas }) });
}

async function citedList(
  allWorks: readonly CitedWork[],
  style: string,
  { maxWorks: max = Number.POSITIVE_INFINITY, formulas }: Pick<CvFile, 'maxWorks' | 'formulas'>,
): Promise<CitedList> {
  const citePlainly = (work: CitedWork): CitationPart[] => plainCitation(work, formulas);
  const cslStyle = cslStyles().find(({ id }) => id === style);
  const works = allWorks.slice(0, cslStyle ? Math.min(max, maxBibliography) : max);
  const isTruncated = works.length < allWorks.length;
  if (!cslStyle) return { works, isTruncated, isNumbered: false, cite: citePlainly };
  const { isNumbered, citations } = await bibliographyOf(works, cslStyle, formulas);
  const citationOf = new Map(works.map(({ id }, index) => [id, citations[index]]));
  return { works, isTruncated, isNumbered, cite: (work) => citationOf.get(work.id) ?? citePlainly(work) };
}
