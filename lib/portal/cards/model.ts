import { filledYears, type YearCount } from '#lib/catalog/contexts/model/years.ts';
import type { WorkView } from '#lib/catalog/works/model/views.ts';
import { drawable } from '#lib/platform/text/drawable.ts';
import { readableTitle } from '#lib/platform/text/latex/readable.ts';
import { plainText } from '#lib/platform/text/rich-text.ts';

/** The picture that a link to a page shows where it is shared: one heading, lines of facts below it, and what else is drawn. */
export interface Card {
  heading: string;
  lines: string[];
  /** Names of topics, each in a chip. */
  topics: string[];
  /** Works by year, each year from the first to the last. */
  bars: YearCount[];
}

/** Size in pixels, as Open Graph's readers expect it. */
export const cardSize = { width: 1200, height: 630 } as const;

const longest = 140;

/** A text that fits: cut at a word. */
export function fitted(text: string, most: number = longest): string {
  if (text.length <= most) return text;
  const cut = text.slice(0, most - 1);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), most / 2))}…`;
}

/** What a card shows of an author. */
interface CardAuthor {
  name: string;
  /** Other names that the profile shows: the first one that can be drawn is there for a name that cannot. */
  otherNames: readonly string[];
  affiliation: string | null;
  works: number;
  firstYear: number | null;
  lastYear: number | null;
  /** Names of the sources. */
  sources: readonly string[];
  /** Names of topics, the most frequent first. */
  topics: readonly string[];
  worksPerYear: readonly YearCount[];
}

/** Bars that a card has room for: of a longer life it shows the last years. */
const maxBars = 24;
const maxTopics = 3;
/** Letters of all topics, which are on one line. */
const maxTopicLetters = 66;
/** What the border of a topic takes, in letters. */
const topicBorder = 4;

/** Those of some texts that a card can draw. */
const drawableOf = (texts: readonly string[]): string[] => texts.flatMap((text) => drawable(text) ?? []);

/** The topics that fit on one line; long ones are cut. */
function topicsThatFit(topics: readonly string[]): string[] {
  let left = maxTopicLetters;
  const all = drawableOf(topics)
    .slice(0, maxTopics)
    .map((topic) => fitted(topic, 40));
  return all.filter((topic) => {
    const takes = topic.length + topicBorder;
    const fits = takes <= left;
    if (fits) left -= takes;
    return fits;
  });
}

/** No figure that judges, and nothing that the page itself does not show. */
export function authorCard({ name, otherNames, affiliation, works, firstYear, lastYear, sources, topics, worksPerYear }: CardAuthor): Card {
  const years = firstYear === null ? '' : firstYear === lastYear ? `, ${firstYear}` : `, ${firstYear}–${lastYear}`;
  const place = drawable(affiliation ?? '');
  const listing = drawableOf(sources);
  return {
    heading: fitted(drawableOf([name, ...otherNames])[0] ?? 'Author profile', 60),
    lines: [
      ...(place ? [fitted(place, 60)] : []),
      `${works} ${works === 1 ? 'work' : 'works'}${years}`,
      ...(listing.length > 0 ? [fitted(`Sources: ${listing.join(', ')}`, 60)] : []),
    ],
    topics: topicsThatFit(topics),
    bars: filledYears(worksPerYear).slice(-maxBars),
  };
}

/** What a card shows of a topic, venue or institution. */
interface CardContext {
  name: string;
  /** What it is: "Topic". */
  kind: string;
  /** "27 works · 84 people · 2019–2026". */
  figures: string;
  /** Names of topics that its works have, too. */
  related: readonly string[];
  worksPerYear: readonly YearCount[];
}

export function contextCard({ name, kind, figures, related, worksPerYear }: CardContext): Card {
  const heading = drawable(name);
  return {
    heading: heading === null ? kind : fitted(heading, longHeading),
    lines: heading === null ? [figures] : [kind, figures],
    topics: topicsThatFit(related),
    bars: filledYears(worksPerYear).slice(-maxBars),
  };
}

/** Two authors, and the works that they wrote together. */
export function edgeCard({ names, figures }: { names: readonly [string, string]; figures: string }): Card {
  const known = drawableOf(names);
  return {
    heading: known.length === names.length ? known.map((name) => fitted(name, 50)).join(' and ') : 'Two co-authors',
    ...{ lines: [figures], topics: [], bars: [] },
  };
}

/** A page of the site: what it is called, and a sentence or figures. */
export const pageCard = ({ heading, text, topics = [] }: { heading: string; text: string; topics?: readonly string[] }): Card => ({
  heading: fitted(heading, longHeading),
  lines: [fitted(text, maxText)],
  topics: topicsThatFit(topics),
  bars: [],
});

/** Three lines. */
const maxText = 170;

/** A heading of more letters takes four lines, and leaves room for a line each of names and place. */
const longHeading = 90;
const [oneLine, twoLines] = [58, 110];

export function workCard(work: Pick<WorkView, 'title' | 'authors' | 'unplaced' | 'year' | 'venue' | 'retracted'>): Card {
  const known = [...work.authors, ...work.unplaced];
  const names = drawableOf(known.slice(0, 4).map(({ name }) => name));
  const more = known.length - names.length;
  const signed =
    more === 0
      ? names.join(', ')
      : names.length === 0
        ? `${more} ${more === 1 ? 'author' : 'authors'}`
        : `${names.join(', ')} and ${more} more`;
  const where = [drawable(work.venue ?? ''), work.year].filter((part) => part !== null && part !== '').join(', ');
  const heading = fitted(work.title ? (drawable(readableTitle(plainText(work.title))) ?? 'A scholarly work') : 'A work without a title');
  const most = heading.length > longHeading ? oneLine : twoLines;
  return {
    heading,
    lines: [...(work.retracted ? ['Retracted'] : []), fitted(signed, most), fitted(where, most)].filter((line) => line !== ''),
    topics: [],
    bars: [],
  };
}
