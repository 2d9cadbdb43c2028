import type { ReactNode } from 'react';
import type { WorkEntryView } from '#lib/catalog/works/model/views.ts';
import { plainText } from '#lib/platform/text/rich-text.ts';
import { AuthorList } from './author-list.tsx';
import { WorkBox } from './choose-works.tsx';
import { Versions } from './versions.tsx';
import { WorkActions } from './work-actions.tsx';
import { WorkFacts } from './work-facts.tsx';
import { WorkTitle } from './work-title.tsx';

export interface WorkEntryProps {
  entry: WorkEntryView;
  /** Level of the title's heading, after the list that it is in. */
  level: 2 | 3 | 4;
  abstracts?: 'open' | 'folded';
  /** A box to tick, where works are being chosen. */
  choose?: boolean;
  /** "Why is this listed?", where the list is somebody's. */
  why?: ReactNode;
  /** Saves the work, where the list is of one reader. */
  save?: ReactNode;
  /** 'plain' leaves out abstracts and actions. */
  variant?: 'plain';
  /** Another person whose name is always shown. */
  also?: { slug: string; name: string };
  /** Words of a search, to be marked. */
  words?: readonly string[];
}

/** One work in a list. There are many to a page: the styles of their parts are once, in globals.css. */
export function WorkEntry({ entry, level, abstracts = 'folded', choose = false, why, save, variant, also, words }: WorkEntryProps) {
  const { work } = entry;
  const Heading = `h${level}` as const;
  return (
    <article className="entry" id={save ? `work-${work.id}` : undefined}>
      {choose && <WorkBox id={work.id} title={work.title ? plainText(work.title) : 'a work without a title'} />}
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
