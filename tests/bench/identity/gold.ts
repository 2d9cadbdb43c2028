import { z } from 'zod';
import type { NameFrequency, NamesakeWork } from '#lib/governance/identity/model/namesakes.ts';
import { initialKey, isInitial, nameParts } from '#lib/platform/names/written-names.ts';

/** The works under one name with the person that each is known to be of. */
export interface GoldBlock {
  name: string;
  works: NamesakeWork[];
  people: string[];
  /** Other authors, the person's own name left out only where it is written just so: what the co-author baseline compares. */
  listed: string[][];
  /** How common the name is among the co-authors of the whole set; null where the set names none. */
  frequency: NameFrequency | null;
  /** True where the set gives no titles and no co-authors. */
  namesOnly: boolean;
}

const grouped = <T>(all: T[], nameOf: (row: T) => string, read: (row: T) => { work: NamesakeWork; person: string; listed?: string[] }) =>
  [...Map.groupBy(all, nameOf)].map(([name, some]): GoldBlock => {
    const read_ = some.map(read);
    return {
      name,
      works: read_.map(({ work }) => work),
      people: read_.map(({ person }) => person),
      listed: read_.map((each) => each.listed ?? []),
      frequency: null,
      namesOnly: read_.every(({ work }) => work.title === null),
    };
  });

const words = z.string().min(1);

export const aminerRow = z.object({
  name: words,
  sig: words,
  title: z.string(),
  year: z.number().nullable(),
  venue: z.string().nullable(),
  authors: z.array(z.string()),
  affiliation: z.string().nullable(),
  label: words,
});

export const inspireRow = z.object({
  block: words,
  sig: z.number(),
  name: words,
  affiliation: z.string().nullable(),
  work: z.number(),
  label: words,
});

export const qianRow = z.object({
  block: words,
  sig: words,
  name: words,
  affiliations: z.array(z.string()),
  s2_paper_id: z.number(),
  label: words,
});

export const sameNameRow = z.object({ name: words, people: z.record(words, z.array(words)) });

export const nameVariantRow = z.object({ id: words, names: z.record(words, z.int().positive()) });

/** The place of the person in the list: the name as asked, or the one nearest to it. */
function ownPlace(name: string, authors: string[]): number {
  const exact = authors.indexOf(name);
  if (exact >= 0) return exact;
  const own = nameParts(name);
  const rank = authors.map((each): number => {
    const parts = nameParts(each);
    if (parts.family !== own.family) return parts.given === own.family ? 1 : 0;
    if (parts.given === own.given) return 4;
    return parts.given.startsWith(own.given) || own.given.startsWith(parts.given) ? 3 : 0;
  });
  const best = Math.max(0, ...rank);
  return best === 0 ? -1 : rank.indexOf(best);
}

export const aminer = (rows: z.infer<typeof aminerRow>[]): GoldBlock[] =>
  withFrequencies(
    grouped(
      rows,
      ({ name }) => name,
      ({ name, sig, title, year, venue, authors, affiliation, label }) => {
        const at = ownPlace(name, authors);
        return {
          person: label,
          listed: authors.filter((each) => each.toLowerCase() !== name.toLowerCase()).map((each) => each.toLowerCase()),
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

/** How common each name is, by the people who sign with anybody in the set. */
function withFrequencies(blocks: GoldBlock[]): GoldBlock[] {
  const people = [...new Set(blocks.flatMap(({ works }) => works.flatMap(({ coauthors }) => coauthors)))].map(nameParts);
  const families = Map.groupBy(people, ({ family }) => family);
  const givens = Map.groupBy(people, ({ given }) => given);
  return blocks.map((block) => {
    const { family, given } = nameParts(block.name);
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

const nothing = { coauthors: [], affiliations: [], venue: null, title: null, topics: [], year: null, orcid: null, email: null };

export const inspire = (rows: z.infer<typeof inspireRow>[]): GoldBlock[] =>
  grouped(
    rows,
    ({ block }) => block,
    ({ sig, name, affiliation, work, label }) => ({
      person: label,
      work: { ...nothing, id: String(sig), work: String(work), name, affiliations: affiliation ? [affiliation] : [] },
    }),
  );

export const qian = (rows: z.infer<typeof qianRow>[]): GoldBlock[] =>
  grouped(
    rows,
    ({ block }) => block,
    ({ sig, name, affiliations, s2_paper_id, label }) => ({
      person: label,
      work: { ...nothing, id: sig, work: String(s2_paper_id), name, affiliations },
    }),
  );

/** Venues of the Anthology's older ids, by their first letter. */
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

/** What an Anthology id tells of its work: 2020.acl-main.55 or P19-1022. */
function ofAnthologyId(id: string): { year: number | null; venue: string | null } {
  const recent = /^(\d{4})\.([a-z0-9]+)-/.exec(id);
  if (recent) return { year: Number(recent[1]), venue: recent[2] ?? null };
  const older = /^([A-Z])(\d\d)-/.exec(id);
  const year = Number(older?.[2]);
  return older ? { year: year + (year > 50 ? 1900 : 2000), venue: venueLetters[older[1] ?? ''] ?? null } : { year: null, venue: null };
}

/** One name, several people whom the Anthology tells apart: here only what the works' ids tell, venue and year. */
export const sameName = (rows: z.infer<typeof sameNameRow>[]): GoldBlock[] =>
  grouped(
    rows.flatMap(({ name, people }) => Object.entries(people).flatMap(([person, works]) => works.map((work) => ({ name, person, work })))),
    ({ name }) => name,
    ({ name, person, work }) => ({ person, work: { ...nothing, ...ofAnthologyId(work), id: `${person} ${work}`, work, name } }),
  );

/** One person, several written names: names alone, those of one family name and initial put together. */
export const nameVariants = (rows: z.infer<typeof nameVariantRow>[]): GoldBlock[] =>
  grouped(
    rows.flatMap(({ id, names }) =>
      Object.entries(names).flatMap(([name, count]) =>
        Array.from({ length: count }, (_, at) => ({ id, name, sig: `${id} ${name} ${at}` })),
      ),
    ),
    ({ name }) => initialKey(nameParts(name)),
    ({ id, name, sig }) => ({ person: id, work: { ...nothing, id: sig, work: sig, name } }),
  ).filter(({ works }) => works.length > 1);
