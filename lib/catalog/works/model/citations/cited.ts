import { doiUrl } from '#lib/catalog/bibliography/identifiers.ts';
import { namePartsOf } from '#lib/catalog/bibliography/names.ts';
import type { ContributorRole } from '#lib/catalog/bibliography/record.ts';
import { untitledWork } from '#lib/catalog/sources/model.ts';
import { nameKey } from '#lib/platform/names/name-key.ts';
import { readableText } from '#lib/platform/text/latex/readable.ts';
import type { RichText } from '#lib/platform/text/rich-text.ts';
import type { BibliographicFields } from '../resolve.ts';

/** A name in a citation, as written on the work. */
export interface CitedName {
  name: string;
  organisation: boolean;
  /** The family name, if the source states it and the name alone does not tell. */
  family?: string;
  /** The public profile of the author, with an ORCID iD if its owner has signed in with it and shows it. */
  profile?: { id: string; slug: string; orcid?: string };
}

/** The data of a citation. Suppressed authors are excluded. */
export interface CitedWork extends BibliographicFields {
  id: string;
  arxiv: string | null;
  /** The id in the ACL Anthology. */
  acl: string | null;
  authors: CitedName[];
  /** False if every source truncates the list. Known authors without a position then follow the printed ones. */
  authorsComplete: boolean;
  /** The names among `authors` without a known position. */
  unplaced: string[];
  /** Editors, translators and others, with the editors of the volume that contains the work. */
  contributors: { role: ContributorRole; name: CitedName }[];
  isbn: string[];
  /** True for a volume that contains works. */
  isVolume: boolean;
  /** The page of the volume that contains the work. */
  volume: { id: string; title: string } | null;
  /** 1 until the work changes for the first time. */
  revision: number;
  updatedAt: Date;
}

/** Returns a part of a text without control characters that could end a field or a line in one of the formats. */
export const withoutBreaks = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[\p{Cc}\u2028\u2029\ufffe\uffff]+/gu, ' ')
    .replace(/\s+/g, ' ');

/** Returns a text on one line, see `withoutBreaks`. */
export const toOneLine = (text: string): string => withoutBreaks(text).trim();

/** Returns a title as one line of text, with formulas as TeX between dollar signs. */
export function titleLineOf(tree: RichText): string {
  const textOf = (nodes: RichText): string =>
    nodes.map((node) => (typeof node === 'string' ? node : node.tag === 'math' ? `$${node.tex}$` : textOf(node.of))).join('');
  return toOneLine(textOf(tree));
}

export const titleOf = ({ title }: Pick<CitedWork, 'title'>): string => (title && titleLineOf(title)) || untitledWork;

/** How a citation writes formulas: in characters of Unicode, or for LaTeX as TeX between dollar signs. */
export type FormulaForm = 'text' | 'tex';

/** Returns the title in a citation: plain text, or a description in brackets if there is no title. */
export const citedTitleOf = (
  { title, type }: Pick<CitedWork, 'title' | 'type'>,
  formulas: FormulaForm = 'text',
): { text: string; isDescription: boolean } => {
  const text = formulas === 'tex' ? titleLineOf(title ?? []) : toOneLine(readableText(title ?? []));
  if (text !== '') return { text, isDescription: false };
  return { text: `[${type === 'other' ? 'Work' : `${type[0]?.toUpperCase()}${type.slice(1)}`} without a title]`, isDescription: true };
};

/** Returns the title with its subtitle as one line, for formats that have one title; null if there is none. */
export const wholeTitleOf = ({ title, details }: Pick<CitedWork, 'title' | 'details'>): string | null =>
  title && [titleLineOf(title), details.subtitle].filter(Boolean).join(': ');

/** Returns a note about the author list that the names alone do not convey; null if there is none. */
export const unplacedNamesNote = ({ unplaced }: CitedWork): string | null =>
  unplaced.length === 0 ? null : `The source leaves out names. Place in the list not known: ${unplaced.map(toOneLine).join(', ')}.`;

/** Returns the names of a role, in order. */
export const namesInRole = ({ contributors }: Pick<CitedWork, 'contributors'>, role: ContributorRole): CitedName[] =>
  contributors.flatMap((each) => (each.role === role ? each.name : []));

/** Returns the citation key: readable, and unique and stable through the work's permanent id. */
export function citationKey({ authors, contributors, year, id }: CitedWork): string {
  const firstAuthor = authors[0] ?? contributors[0]?.name;
  // Without the stated family name, so that the key stays the same when a source states one.
  const parts = firstAuthor && namePartsOf({ name: firstAuthor.name, organisation: firstAuthor.organisation });
  const family = parts ? nameKey('literal' in parts ? parts.literal : parts.family).replace(/[^a-z0-9-]/g, '') : '';
  return [family.slice(0, 40) || 'work', year, id].filter((part) => part !== null).join('-');
}

/** Parses the first and last page of "12-19" (equal for a single page); null for other forms. */
export function parsePageRange(pages: string | null): { first: string; last: string } | null {
  const [, first, last] = /^([\p{L}\p{N}.:]+)(?:\s*[-–—]+\s*([\p{L}\p{N}.:]+))?$/u.exec(pages ?? '') ?? [];
  return first ? { first, last: last ?? first } : null;
}

/** Returns the URL of a PDF of the work: at arXiv, in the ACL Anthology, or as a source states it; null if none is known. */
export const pdfUrlOf = ({ arxiv, acl, url }: Pick<CitedWork, 'arxiv' | 'acl' | 'url'>): string | null =>
  arxiv ? `https://arxiv.org/pdf/${arxiv}` : acl ? `https://aclanthology.org/${acl}.pdf` : url?.endsWith('.pdf') ? url : null;

/** Returns the URL of the work outside of this instance, or null. */
export const externalUrlOf = ({ doi, url, arxiv }: Pick<CitedWork, 'doi' | 'url' | 'arxiv'>): string | null =>
  url ?? (doi ? doiUrl(doi) : arxiv ? `https://arxiv.org/abs/${arxiv}` : null);
