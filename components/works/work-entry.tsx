import type { ReactNode } from 'react';
import type { WorkEntryView } from '#lib/catalog/works/model/views.ts';
import { plainText } from '#lib/platform/text/rich-text.ts';
import { AuthorList } from './author-list.tsx';
import { WorkCheckbox } from './choose-works.tsx';
import { Versions } from './versions.tsx';
import { WorkActions } from './work-actions.tsx';
import { WorkFacts } from './work-facts.tsx';
import { WorkTitle } from './work-title.tsx';

export interface WorkEntryProps {
  entry: WorkEntryView;
  /** Heading level of the title, below the heading of the list. */
  level: 2 | 3 | 4;
  abstracts?: 'open' | 'folded';
  /** Shows a checkbox while works are selected. */
  choose?: boolean;
  /** The provenance ("Why is this listed?"), if the list belongs to an author. */
  why?: ReactNode;
  /** The save button, if the list belongs to one viewer. */
  save?: ReactNode;
  /** 'plain' omits abstracts and actions. */
  variant?: 'plain';
  /** Another person whose name is always shown. */
  also?: { slug: string; name: string };
  /** Search terms to highlight. */
  words?: readonly string[];
}

/** A work in a list. Its styles are defined once in globals.css, because a page has many works. */
export function WorkEntry({ entry, level, abstracts = 'folded', choose = false, why, save, variant, also, words }: WorkEntryProps) {
  const { work } = entry;
  const Heading = `h${level}` as const;
  return (
    <article className="entry" id={save ? `work-${work.id}` : undefined}>
      {choose && <WorkCheckbox id={work.id} title={work.title ? plainText(work.title) : 'a work without a title'} />}
      <Heading>
        <a href={`/works/${work.id}`}>
          <WorkTitle work={work} linked words={words} />
        </a>
      </Heading>
      <AuthorList work={work} also={also} />
      <div className="facts">
        <WorkFacts work={work} />
        {why}
      </div>
      {variant !== 'plain' && <WorkActions work={work} open={abstracts === 'open'} save={save} />}
      <Versions entry={entry} />
    </article>
  );
}
