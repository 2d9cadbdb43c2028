import type { HomeView } from '#lib/portal/pages/model/home.ts';

/** What this site is. */
export const homeTitle = 'Verified author profiles, and a way to work together';

/** How much the site holds, of what it has. */
export const homeFigures = (figures: HomeView['figures']) =>
  [
    { value: figures.authors, one: 'profile', many: 'profiles' },
    { value: figures.works, one: 'work', many: 'works' },
    { value: figures.topics, one: 'topic', many: 'topics' },
    { value: figures.venues, one: 'venue', many: 'venues' },
    { value: figures.claimed, one: 'claimed profile', many: 'claimed profiles' },
  ].filter(({ value }) => value > 0);
