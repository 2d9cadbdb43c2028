import type { HomeView } from '#lib/portal/pages/model/home.ts';

/** Heading and lead of the home page, unless the operator has written others. */
export const homeTitle = 'Verified author profiles, and a way to work together';
export const homeLead =
  'Find researchers and their works. Follow the people you read, claim your profile by proof, and invite people who are open to it.';

/** Returns the size of the site, without counts of zero. */
export const homeFigures = (figures: HomeView['figures']) =>
  [
    { value: figures.authors, one: 'profile', many: 'profiles' },
    { value: figures.works, one: 'work', many: 'works' },
    { value: figures.topics, one: 'topic', many: 'topics' },
    { value: figures.venues, one: 'venue', many: 'venues' },
    { value: figures.claimed, one: 'claimed profile', many: 'claimed profiles' },
  ].filter(({ value }) => value > 0);
