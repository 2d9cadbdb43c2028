import type { Weights } from './similarity.ts';

/**
 * Method namesakes-1: log-odds of a logistic regression, from 0 up one person. Learnt from the names of the gold sets
 * AMiner-110 (54 names), INSPIRE Wang (15 names), S2AND Qian (282 names); how it does on names that it has not seen is told by
 * five-fold cross-validation over names: `npm run bench -- identity`. Made by `npm run bench -- identity-weights`; not to be edited by hand.
 */
export const namesakes1: Weights = {
  shareCoauthor: 7.404,
  sharedCoauthors: -1.348,
  sharedByInitial: 10.147,
  sharedOfShorterList: 0.358,
  noneSharedOf: -0.352,
  oneWithoutCoauthors: 0.043,
  bothWithoutCoauthors: 0.646,
  titlesAlike: 8.023,
  titlesAlikeRoot: 0.88,
  titlesAlikeMean: -1.445,
  titlesAlikeMost: 0,
  sameTitle: 3.892,
  titleUnknown: 2.238,
  sameVenue: 0.17,
  sameVenueThen: 0.619,
  venuesAlike: 2.639,
  venueUnknown: -0.443,
  affiliationsAlike: 3.171,
  affiliationsDiffer: -0.893,
  affiliationUnknown: -0.248,
  yearsBetween: 0,
  yearsNearest: 0,
  longGap: 0,
  yearUnknown: 2.638,
  smallerGroup: 0.059,
  largerGroup: -0.229,
  sameGivenName: 0.326,
  otherGivenName: -7.56,
  sameMiddleInitial: 2.429,
  otherMiddleInitial: -2.336,
  givenNameUnknown: -1.615,
  blockSize: -0.178,
  blockSpread: -5.119,
  blockTitles: 49.376,
  nameCommon: -0.547,
  nameCommonUnknown: 0.765,
  constant: 0.063,
};
