import { fillMissingYears, type YearCount } from '#lib/catalog/contexts/model/years.ts';
import { untitledWork } from '#lib/catalog/sources/model.ts';
import type { WorkView } from '#lib/catalog/works/model/views.ts';
import { toDrawableText } from '#lib/platform/text/drawable.ts';
import { readableTitle } from '#lib/platform/text/latex/readable.ts';
import { plainText } from '#lib/platform/text/rich-text.ts';

/** Content of a share card (Open Graph image): a heading, lines of facts, topics and a bar chart. */
export interface Card {
  heading: string;
  lines: string[];
  topics: string[];
  /** Number of works by year, with every year from the first to the last. */
  bars: YearCount[];
}

/** Size in pixels that consumers of Open Graph images expect. */
export const cardSize = { width: 1200, height: 630 } as const;

const defaultMaxLength = 140;

/** Truncates a text at a word boundary. */
export function truncateText(text: string, maxLength: number = defaultMaxLength): string {
  if (text.length <= maxLength) return text;
  const cutText = text.slice(0, maxLength - 1);
  return `${cutText.slice(0, Math.max(cutText.lastIndexOf(' '), maxLength / 2))}…`;
}

interface CardAuthor {
  name: string;
  /** Other public names. The first drawable one replaces a name that the fonts cannot draw. */
  otherNames: readonly string[];
  affiliation: string | null;
  works: number;
  firstYear: number | null;
  lastYear: number | null;
  sources: readonly string[];
  /** Topic names, most frequent first. */
  topics: readonly string[];
  worksPerYear: readonly YearCount[];
}

/** Maximum number of bars; longer careers show the last years. */
const maxBars = 24;
const maxTopics = 3;
/** Maximum number of characters of all topics together, which share one line. */
const maxTopicLetters = 66;
/** Width of a topic's border, in characters. */
const topicBorder = 4;

/** Returns the texts that the card fonts can draw. */
const drawableOf = (texts: readonly string[]): string[] => texts.flatMap((text) => toDrawableText(text) ?? []);

/** Returns the topics that fit on one line; long topics are truncated. */
function topicsThatFit(topics: readonly string[]): string[] {
  let remaining = maxTopicLetters;
  const drawableTopics = drawableOf(topics)
    .slice(0, maxTopics)
    .map((topic) => truncateText(topic, 40));
  return drawableTopics.filter((topic) => {
    const width = topic.length + topicBorder;
    const fits = width <= remaining;
    if (fits) remaining -= width;
    return fits;
  });
}

/** Builds the card of an author. It shows no rating, and nothing that the page itself does not show. */
export function authorCard({ name, otherNames, affiliation, works, firstYear, lastYear, sources, topics, worksPerYear }: CardAuthor): Card {
  const years = firstYear === null ? '' : firstYear === lastYear ? `, ${firstYear}` : `, ${firstYear}–${lastYear}`;
  const affiliationText = toDrawableText(affiliation ?? '');
  const sourceNames = drawableOf(sources);
  return {
    heading: truncateText(drawableOf([name, ...otherNames])[0] ?? 'Author profile', 60),
    lines: [
      ...(affiliationText ? [truncateText(affiliationText, 60)] : []),
      `${works} ${works === 1 ? 'work' : 'works'}${years}`,
      ...(sourceNames.length > 0 ? [truncateText(`Sources: ${sourceNames.join(', ')}`, 60)] : []),
    ],
    topics: topicsThatFit(topics),
    bars: fillMissingYears(worksPerYear).slice(-maxBars),
  };
}

/** Facts about a topic, venue or institution that a card can show. */
interface CardContext {
  name: string;
  /** Label of the kind, such as "Topic". */
  kind: string;
  /** Figures, such as "27 works · 84 people · 2019–2026". */
  figures: string;
  /** Names of topics that occur together with this context. */
  related: readonly string[];
  worksPerYear: readonly YearCount[];
}

export function contextCard({ name, kind, figures, related, worksPerYear }: CardContext): Card {
  const heading = toDrawableText(name);
  return {
    heading: heading === null ? kind : truncateText(heading, longHeading),
    lines: heading === null ? [figures] : [kind, figures],
    topics: topicsThatFit(related),
    bars: fillMissingYears(worksPerYear).slice(-maxBars),
  };
}

/** Builds the card of two authors and their joint works. */
export function edgeCard({ names, figures }: { names: readonly [string, string]; figures: string }): Card {
  const drawableNames = drawableOf(names);
  return {
    heading: drawableNames.length === names.length ? drawableNames.map((name) => truncateText(name, 50)).join(' and ') : 'Two co-authors',
    ...{ lines: [figures], topics: [], bars: [] },
  };
}

/** Builds the card of a page of the site: its title, and a sentence or figures. */
export const pageCard = ({ heading, text, topics = [] }: { heading: string; text: string; topics?: readonly string[] }): Card => ({
  heading: truncateText(heading, longHeading),
  lines: [truncateText(text, maxText)],
  topics: topicsThatFit(topics),
  bars: [],
});

/** Maximum number of characters in three lines. */
const maxText = 170;

/** A longer heading takes four lines, which leaves one line each for names and place. */
const longHeading = 90;
const [oneLine, twoLines] = [58, 110];

export function workCard(work: Pick<WorkView, 'title' | 'authors' | 'unplaced' | 'year' | 'venue' | 'retracted'>): Card {
  const authors = [...work.authors, ...work.unplaced];
  const names = drawableOf(authors.slice(0, 4).map(({ name }) => name));
  const omittedCount = authors.length - names.length;
  const authorsText =
    omittedCount === 0
      ? names.join(', ')
      : names.length === 0
        ? `${omittedCount} ${omittedCount === 1 ? 'author' : 'authors'}`
        : `${names.join(', ')} and ${omittedCount} more`;
  const venueAndYear = [toDrawableText(work.venue ?? ''), work.year].filter((part) => part !== null && part !== '').join(', ');
  const heading = truncateText(work.title ? (toDrawableText(readableTitle(plainText(work.title))) ?? 'A scholarly work') : untitledWork);
  const maxLineLength = heading.length > longHeading ? oneLine : twoLines;
  return {
    heading,
    lines: [
      ...(work.retracted ? ['Retracted'] : []),
      truncateText(authorsText, maxLineLength),
      truncateText(venueAndYear, maxLineLength),
    ].filter((line) => line !== ''),
    topics: [],
    bars: [],
  };
}
