import type { LinkageModel } from './similarity.ts';
import weights from './weights.json' with { type: 'json' };

/**
 * Method namesakes-1: a logistic regression whose log-odds of 0 or more mean the same person. `npm run bench -- identity-weights` learns its
 * weights from the gold sets AMiner-110 (54 names), INSPIRE Wang (15 names) and S2AND Qian (282 names), and writes them to `weights.json`;
 * `npm run bench -- identity` reports accuracy on unseen names by ten-fold cross-validation.
 */
export const namesakes1Model: LinkageModel = weights;
