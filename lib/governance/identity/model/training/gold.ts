import { z } from 'zod';
import { initialKey, isInitial, parseNameParts } from '#lib/platform/names/written-names.ts';
import type { NameFrequency, NamesakeWork } from '../namesakes.ts';

/** The works under one name, and the person who wrote each. */
export interface GoldBlock {
  name: string;
  works: NamesakeWork[];
  people: string[];
  /** Co-author names for the baseline. The person's own name is excluded only if it is spelled exactly as the block's name. */
  coauthorNames: string[][];
  /** How common the name is among the co-authors of the whole set; null if the set has no co-authors. */
  frequency: NameFrequency | null;
  /** True if the set has neither titles nor co-authors. */
  namesOnly: boolean;
}

const groupByName = <T>(
  all: T[],
  nameOf: (row: T) => string,
  read: (row: T) => { work: NamesakeWork; person: string; coauthorNames?: string[] },
) =>
  [...Map.groupBy(all, nameOf)].map(([name, rowsOfName]): GoldBlock => {
    const parsed = rowsOfName.map(read);
    return {
      name,
      works: parsed.map(({ work }) => work),
      people: parsed.map(({ person }) => person),
      coauthorNames: parsed.map((each) => each.coauthorNames ?? []),
      frequency: null,
      namesOnly: parsed.every(({ work }) => work.title === null),
    };
  });

const nonEmptyText = z.string().min(1);

export const aminerRow = z.object({
  name: nonEmptyText,
  sig: nonEmptyText,
  title: z.string(),
  year: z.number().nullable(),
  venue: z.string().nullable(),
  authors: z.array(z.string()),
  affiliation: z.string().nullable(),
  label: nonEmptyText,
});

export const inspireRow = z.object({
  block: nonEmptyText,
  sig: z.number(),
  name: nonEmptyText,
  affiliation: z.string().nullable(),
  work: z.number(),
  label: nonEmptyText,
});

export const qianRow = z.object({
  block: nonEmptyText,
  sig: nonEmptyText,
  name: nonEmptyText,
  affiliations: z.array(z.string()),
  s2_paper_id: z.number(),
  label: nonEmptyText,
});

export const sameNameRow = z.object({ name: nonEmptyText, people: z.record(nonEmptyText, z.array(nonEmptyText)) });

export const nameVariantRow = z.object({ id: nonEmptyText, names: z.record(nonEmptyText, z.int().positive()) });

/** Returns the index of the author whose name equals or best matches a name; -1 if none matches. */
function findAuthorIndex(name: string, authors: string[]): number {
  const exact = authors.indexOf(name);
  if (exact >= 0) return exact;
  const own = parseNameParts(name);
  const rank = authors.map((each): number => {
    const parts = parseNameParts(each);
    if (parts.family !== own.family) return parts.given === own.family ? 1 : 0;
    if (parts.given === own.given) return 4;
    return parts.given.startsWith(own.given) || own.given.startsWith(parts.given) ? 3 : 0;
  });
  const best = Math.max(0, ...rank);
  return best === 0 ? -1 : rank.indexOf(best);
}

export const aminer = (rows: z.infer<typeof aminerRow>[]): GoldBlock[] =>
  withFrequencies(
    groupByName(
      rows,
      ({ name }) => name,
      ({ name, sig, title, year, venue, authors, affiliation, label }) => {
        const at = findAuthorIndex(name, authors);
        return {
          person: label,
          coauthorNames: authors.filter((each) => each.toLowerCase() !== name.toLowerCase()).map((each) => each.toLowerCase()),
          work: {
            id: sig,
            work: sig,
            name: authors[at] ?? name,
            coauthors: authors.filter((_, place) => place !== at),
            affiliations: affiliation ? [affiliation] : [],
            venue,
            title,
            topics: [],
            year,
            orcid: null,
            email: null,
          },
        };
      },
    ),
  );

/** Adds to each block how common its family and given names are among the distinct co-author names of the set. */
function withFrequencies(blocks: GoldBlock[]): GoldBlock[] {
  const people = [...new Set(blocks.flatMap(({ works }) => works.flatMap(({ coauthors }) => coauthors)))].map(parseNameParts);
  const families = Map.groupBy(people, ({ family }) => family);
  const givens = Map.groupBy(people, ({ given }) => given);
  return blocks.map((block) => {
    const { family, given } = parseNameParts(block.name);
    return {
      ...block,
      frequency: {
        people: people.length,
        family: families.get(family)?.length ?? 0,
        given: isInitial(given) ? null : (givens.get(given)?.length ?? 0),
      },
    };
  });
}

const emptyWork = { coauthors: [], affiliations: [], venue: null, title: null, topics: [], year: null, orcid: null, email: null };

export const inspire = (rows: z.infer<typeof inspireRow>[]): GoldBlock[] =>
  groupByName(
    rows,
    ({ block }) => block,
    ({ sig, name, affiliation, work, label }) => ({
      person: label,
      work: { ...emptyWork, id: String(sig), work: String(work), name, affiliations: affiliation ? [affiliation] : [] },
    }),
  );

export const qian = (rows: z.infer<typeof qianRow>[]): GoldBlock[] =>
  groupByName(
    rows,
    ({ block }) => block,
    ({ sig, name, affiliations, s2_paper_id, label }) => ({
      person: label,
      work: { ...emptyWork, id: sig, work: String(s2_paper_id), name, affiliations },
    }),
  );

/** Venues by the first letter of an Anthology id from before 2020. */
const venueLetters: Record<string, string> = {
  A: 'ANLP',
  C: 'COLING',
  D: 'EMNLP',
  E: 'EACL',
  I: 'IJCNLP',
  J: 'CL',
  K: 'CoNLL',
  L: 'LREC',
  N: 'NAACL',
  P: 'ACL',
  Q: 'TACL',
  S: 'SemEval',
  W: 'workshops',
  Y: 'PACLIC',
};

/** Parses year and venue from an Anthology id: 2020.acl-main.55 or P19-1022. */
function parseAnthologyId(id: string): { year: number | null; venue: string | null } {
  const recent = /^(\d{4})\.([a-z0-9]+)-/.exec(id);
  if (recent) return { year: Number(recent[1]), venue: recent[2] ?? null };
  const older = /^([A-Z])(\d\d)-/.exec(id);
  const year = Number(older?.[2]);
  return older ? { year: year + (year > 50 ? 1900 : 2000), venue: venueLetters[older[1] ?? ''] ?? null } : { year: null, venue: null };
}

/** One name, several people, as disambiguated by the Anthology. Works have only the venue and year of their ids. */
export const sameName = (rows: z.infer<typeof sameNameRow>[]): GoldBlock[] =>
  groupByName(
    rows.flatMap(({ name, people }) => Object.entries(people).flatMap(([person, works]) => works.map((work) => ({ name, person, work })))),
    ({ name }) => name,
    ({ name, person, work }) => ({ person, work: { ...emptyWork, ...parseAnthologyId(work), id: `${person} ${work}`, work, name } }),
  );

/** One person, several name variants. Blocks are formed by family name and initial, and have names only. */
export const nameVariants = (rows: z.infer<typeof nameVariantRow>[]): GoldBlock[] =>
  groupByName(
    rows.flatMap(({ id, names }) =>
      Object.entries(names).flatMap(([name, count]) =>
        Array.from({ length: count }, (_, at) => ({ id, name, sig: `${id} ${name} ${at}` })),
      ),
    ),
    ({ name }) => initialKey(parseNameParts(name)),
    ({ id, name, sig }) => ({ person: id, work: { ...emptyWork, id: sig, work: sig, name } }),
  ).filter(({ works }) => works.length > 1);
