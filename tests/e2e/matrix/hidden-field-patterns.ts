import type { HiddenField } from '#lib/catalog/statements/model/hidden-fields.ts';

/** The person with hidden fields and their friend, as created by seed-hidden-person.ts. */
export interface HiddenPerson {
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
/** A JPEG image of 2 × 2 pixels, in base64. */
export const photo =
  '/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAAMCAgICAgMCAgIDAwMDBAYEBAQEBAgGBgUGCQgKCgkICQkKDA8MCgsOCwkJDRENDg8QEBEQCgwSExIQEw8QEBD/yQALCAABAAEBAREA/8wABgAQEAX/2gAIAQEAAD8A0s8g/9k=';

interface FieldPattern {
  pattern: RegExp;
  /** A word of the field's text that searches may find. */
  searchTerm?: string;
  /** Paths on which the pattern counts; all by default. */
  shownAt?: RegExp;
  /** Paths that show the field even when it is hidden, as its label tells the owner. */
  publicAt?: RegExp;
}

/** Patterns that reveal each field of Ines Plume. Each field of lib/catalog/statements/model/hidden-fields.ts must be listed. */
export const fieldPatterns: Record<HiddenField, FieldPattern | FieldPattern[]> = {
  affiliations: { searchTerm: 'feathers', pattern: /Canary (Institute|College)/i },
  names: { searchTerm: 'canaryname', pattern: /canaryname/i },
  // Works list their authors, and the friend's own pages list co-authors: only these pages count.
  coauthors: [
    { pattern: /Otto Fern/, shownAt: /^\/(authors\/ines-plume\/coauthors|graph\/ines-plume)/ },
    { pattern: /frequent co-authors?<|graph\/ines-plume|all \d+ co-authors|Co-authors<span>/i, shownAt: /^\/authors\/ines-plume(\?|$)/ },
  ],
  role: { searchTerm: 'canaryrole', pattern: /canaryrole/i },
  biography: { searchTerm: 'canarybiography', pattern: /canarybiography/i },
  homepage: { pattern: /canary-home/i },
  links: { pattern: /canary-code/i },
  pronouns: { searchTerm: 'canaryself', pattern: /canaryself/i },
  pronunciation: { searchTerm: 'canarysound', pattern: /canarysound/i },
  languages: { searchTerm: 'canarian', pattern: /canarian/i },
  positions: { searchTerm: 'canarykeeper', pattern: /canarykeeper|canary desk/i },
  education: { searchTerm: 'canarydegree', pattern: /canarydegree|canary school/i },
  pinned: { searchTerm: 'canarynote', pattern: /canarynote|pinned by the author/i },
  credits: { pattern: /data.curation/i },
  photo: { pattern: /ines-plume\/photo\.jpg|^a picture$/, shownAt: /^(?!.*card\.png|\/cards\/)/ },
  years: [
    { pattern: /Works by year</, shownAt: /^\/authors\/ines-plume/ },
    { pattern: /ines-plume"(?:(?!<\/li>|<h2)[\s\S])*class="sparkline"/ },
  ],
  orcid: { searchTerm: orcid, pattern: /0000-?0002-?1694-?233X/i, publicAt: /\/trust(\.json|\/log(\.json)?)?$/ },
  followers: { pattern: /\b7,?137\b/ },
};
