import type { HiddenField } from '#lib/catalog/statements/model/hidden-fields.ts';

/** What hidden-person.ts has made. */
export interface HiddenWorld {
  accountId: string;
  authorId: string;
  slug: string;
  workId: string;
  threadId: string;
  friend: { accountId: string; id: string; slug: string; cookie: string };
  contexts: Record<'topic' | 'venue' | 'institution', { id: string; slug: string }>;
  invitationId: string;
}

export const orcid = '0000-0002-1694-233X';
/** A picture of two by two pixels. */
export const photo =
  '/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAAMCAgICAgMCAgIDAwMDBAYEBAQEBAgGBgUGCQgKCgkICQkKDA8MCgsOCwkJDRENDg8QEBEQCgwSExIQEw8QEBD/yQALCAABAAEBAREA/8wABgAQEAX/2gAIAQEAAD8A0s8g/9k=';

interface Trace {
  shows: RegExp;
  /** A word of it, to search for. */
  word?: string;
  /** Where a page shows it; everywhere by default. */
  at?: RegExp;
  /** Where it stays, as the label of the field says to its owner. */
  stays?: RegExp;
}

/** What shows each field of Ines Plume. A field of lib/catalog/statements/model/hidden-fields.ts without a line here does not compile. */
export const traces: Record<HiddenField, Trace | Trace[]> = {
  affiliations: { word: 'feathers', shows: /Canary (Institute|College)/i },
  names: { word: 'canaryname', shows: /canaryname/i },
  // Works name who wrote them, and the friend's own pages their co-authors.
  coauthors: [
    { shows: /Otto Fern/, at: /^\/(authors\/ines-plume\/coauthors|graph\/ines-plume)/ },
    { shows: /close collaborators?<|graph\/ines-plume|all \d+ co-authors|Co-authors<span>/i, at: /^\/authors\/ines-plume(\?|$)/ },
  ],
  role: { word: 'canaryrole', shows: /canaryrole/i },
  biography: { word: 'canarybiography', shows: /canarybiography/i },
  homepage: { shows: /canary-home/i },
  links: { shows: /canary-code/i },
  pronouns: { word: 'canaryself', shows: /canaryself/i },
  pronunciation: { word: 'canarysound', shows: /canarysound/i },
  languages: { word: 'canarian', shows: /canarian/i },
  positions: { word: 'canarykeeper', shows: /canarykeeper|canary desk/i },
  education: { word: 'canarydegree', shows: /canarydegree|canary school/i },
  pinned: { word: 'canarynote', shows: /canarynote|pinned by the author/i },
  credits: { shows: /data.curation/i },
  photo: { shows: /ines-plume\/photo\.jpg|^a picture$/, at: /^(?!.*card\.png|\/cards\/)/ },
  years: [{ shows: /Works by year</, at: /^\/authors\/ines-plume/ }, { shows: /ines-plume"(?:(?!<\/li>)[\s\S])*class="sparkline"/ }],
  orcid: { word: orcid, shows: /0000-?0002-?1694-?233X/i, stays: /\/trust(\.json|\/log(\.json)?)?$/ },
  followers: { shows: /\b7,?137\b/ },
};
