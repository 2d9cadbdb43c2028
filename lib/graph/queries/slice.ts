import type { Reader } from '../../db/store.ts';
import { hides } from '../../statements/queries/hides.ts';
import { type EdgeFacts, mostNear, mostPeople, type SliceAsked, type SlicePerson, type SliceView, secondStep } from '../model/slice.ts';

/** Edges that one slice reads at most, so that its cost has a bound at hubs too. */
const mostEdges = 30_000;

interface EdgeRow {
  near: number;
  far: number;
  works: number;
  first_year: number | null;
  last_year: number | null;
}

const shown = "a.visibility = 'visible' and a.merged_into is null and a.kind = 'person'";
/** Those who keep their co-authors back stand in other people's slices by the one line to the centre, which is the centre's to show. */
const outspoken = `${shown} and not ${hides('a', 'coauthors')}`;
const wanted = 'e.works >= ? and coalesce(e.last_year, 0) >= ?';

interface Read {
  /** Who may stand at the far end, as SQL. */
  who: string;
  limit: number;
}

/** Edges of some authors to whom everybody may see, in both ways that a pair is stored; of one author the strongest first. */
async function edgesOf(reader: Reader, keys: readonly number[], { since, least }: SliceAsked, { who, limit }: Read): Promise<EdgeFacts[]> {
  const read = (near: string, far: string) =>
    reader.lookup<EdgeRow>(
      `select e.${near} as near, e.${far} as far, e.works, e.first_year, e.last_year from coauthor_edges e
       join authors a on a.key = e.${far} where e.${near} in $many and ${wanted} and ${who}
       order by e.works desc, e.${far} limit ?`,
      keys,
      [least, since ?? 0, limit],
    );
  const rows = [...(await read('author_key', 'coauthor_key')), ...(await read('coauthor_key', 'author_key'))];
  return rows
    .map(({ near, far, works, first_year, last_year }) => ({ near, far, works, firstYear: first_year, lastYear: last_year }))
    .sort((a, b) => b.works - a.works || a.far - b.far);
}

/**
 * The people around an author who may be shown, and the links among them: two indexed reads for the co-authors, three for theirs, one for
 * names, whatever the corpus. An author who is not to be seen in lists is in nobody's slice.
 */
export async function sliceAround(reader: Reader, authorKey: number, asked: SliceAsked): Promise<SliceView> {
  const room = mostNear[asked.steps];
  const own = await edgesOf(reader, [authorKey], asked, { who: shown, limit: room + 1 });
  const near = own.slice(0, room);
  const reached = new Set([authorKey, ...near.map(({ far }) => far)]);
  const speaking = await outspokenAmong(
    reader,
    near.map(({ far }) => far),
  );
  const theirs = speaking.length === 0 ? [] : await edgesOf(reader, speaking, asked, { who: outspoken, limit: mostEdges });
  const second = asked.steps === 2 ? secondStep(theirs, reached, mostPeople - near.length) : { keys: [], more: false };
  const named = await namesOf(reader, [...reached, ...second.keys]);
  const farther = new Set(second.keys);
  const links = theirs.filter(({ near: a, far: b }) => farther.has(b) || (reached.has(b) && a < b && b !== authorKey && a !== authorKey));
  const linked = [...near.map((edge) => ({ ...edge, near: authorKey })), ...links].flatMap(({ near: from, far: to, ...facts }) => {
    const [one, other] = [named.get(from), named.get(to)];
    return one && other ? [{ from: one.slug, to: other.slug, ...facts }] : [];
  });
  const first = near.flatMap(({ far, works }): SlicePerson[] => personOf(named.get(far), { steps: 1, works, through: [] }));
  const more = second.keys.flatMap((key): SlicePerson[] => {
    const slug = named.get(key)?.slug;
    const through = links.flatMap(({ near: from, far }) => (far === key ? (named.get(from)?.slug ?? []) : []));
    return slug ? personOf(named.get(key), { steps: 2, works: 0, through }) : [];
  });
  return { people: [...first, ...more], links: linked, more: own.length > room || second.more };
}

const personOf = (named: { slug: string; name: string } | undefined, rest: Omit<SlicePerson, 'slug' | 'name'>): SlicePerson[] =>
  named ? [{ ...named, ...rest }] : [];

async function outspokenAmong(reader: Reader, keys: readonly number[]): Promise<number[]> {
  const rows = await reader.lookup<{ key: number }>(`select a.key from authors a where a.key in $many and ${outspoken}`, keys);
  return rows.map(({ key }) => key);
}

async function namesOf(reader: Reader, keys: readonly number[]): Promise<Map<number, { slug: string; name: string }>> {
  const rows = await reader.lookup<{ key: number; slug: string; name: string }>(
    'select key, slug, name from authors where key in $many',
    keys,
  );
  return new Map(rows.map(({ key, slug, name }) => [key, { slug, name }]));
}
