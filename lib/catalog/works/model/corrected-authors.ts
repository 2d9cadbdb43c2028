import type { ContributorRole } from '#lib/catalog/bibliography/record.ts';
import type { ImportedWork } from '#lib/catalog/sources/model.ts';
import { resolveWork } from './resolve.ts';

/** Formats a name with its affiliation as a line of a form. */
export const formatAffiliationLine = ({ name, affiliation }: { name: string; affiliation?: string | undefined }): string =>
  `${name}: ${affiliation ?? ''}`.trim();

/** Parses the names and affiliations of such lines. */
export const parseAffiliationLines = (value: string): { name: string; affiliation?: string }[] =>
  value.split('\n').map((line) => {
    const at = line.indexOf(':');
    const [name, affiliation] = [line.slice(0, at < 0 ? undefined : at).trim(), at < 0 ? '' : line.slice(at + 1).trim()];
    return { name, ...(affiliation && { affiliation }) };
  });

export const withoutCorrections = (records: readonly ImportedWork[]): ImportedWork[] =>
  records.filter(({ source }) => source !== 'correction');

/**
 * Stores corrected affiliations under the current names. If a name is corrected itself, its source's spelling is stored too, in case that
 * correction ends.
 */
export function correctedAffiliations(value: string, records: readonly ImportedWork[]): Partial<ImportedWork> {
  const remaining = [...resolveWork(records).authors.names];
  const affiliations = parseAffiliationLines(value).map((line) => {
    const at = remaining.findIndex(({ name }) => name === line.name);
    const [author] = at < 0 ? [] : remaining.splice(at, 1);
    return { ...line, ...(author?.asPrinted && { printed: author.asPrinted.name }) };
  });
  return { affiliations };
}

/**
 * Stores a corrected author list. An unchanged name keeps its source's data about the person. The remaining names are matched with the
 * remaining authors of the sources in order.
 */
export function correctedAuthors(names: readonly string[], records: readonly ImportedWork[]): Partial<ImportedWork> {
  const { authors } = resolveWork(withoutCorrections(records));
  const remaining = [...authors.names];
  const takeAuthor = (name: string) => {
    const at = remaining.findIndex((author) => author.name === name);
    return at < 0 ? undefined : remaining.splice(at, 1)[0];
  };
  const unchanged = names.map(takeAuthor);
  return {
    authors: names.map((name, at) => {
      const unchangedAuthor = unchanged[at];
      if (unchangedAuthor) return unchangedAuthor;
      const sourceAuthor = remaining.shift();
      if (!sourceAuthor) return { name };
      const { family, ...person } = sourceAuthor;
      return { ...person, name, asPrinted: { name: sourceAuthor.name, ...(family && { family }) } };
    }),
    authorsComplete: authors.complete,
    namesOf: authors.source,
  };
}

/** Stores corrected contributors in one role. An unchanged name keeps its source's data about the person. */
export function correctedContributors(
  role: ContributorRole,
  names: readonly string[],
  records: readonly ImportedWork[],
): Partial<ImportedWork> {
  const stated = resolveWork(withoutCorrections(records)).contributors.filter((each) => each.role === role);
  const contributors = names.map((name) => stated.find((each) => each.name.name === name)?.name ?? { role, name });
  return { contributors, ...(stated[0] && { namesOf: stated[0].source }) };
}
