import { expect, test } from 'vitest';
import { describeShortfall } from '#components/trust/shortfalls.ts';
import type { CorpusFacts } from '#lib/catalog/trust/model/facts.ts';

const facts = (count: number, identifiedWorks: number, upstreams: string[]) =>
  ({ works: { count }, identifiedWorks, upstreams }) as CorpusFacts;
const [identifiers, further, three] = [
  { rule: 'identifiers', points: 0, max: 4 },
  { rule: 'further_upstreams', points: 0, max: 8 },
  { rule: 'three_works', points: 0, max: 5 },
];

test('a rule that gives less than all its points says what the profile has', () => {
  expect(describeShortfall(identifiers, facts(22, 0, ['arxiv']))).toBe('0 of 22 works carry one.');
  expect(describeShortfall(identifiers, facts(2, 1, ['arxiv']))).toBe('1 of 2 works carries one.');
  expect(describeShortfall(further, facts(22, 0, ['arxiv']))).toBe('The data counted here comes from arXiv.');
  expect(describeShortfall({ ...further, points: 4 }, facts(22, 0, ['arxiv', 'acl-anthology']))).toBe(
    'The data counted here comes from arXiv and ACL Anthology.',
  );
  expect(describeShortfall(three, facts(1, 0, []))).toBe('1 work here.');
});

test('one that gives all, that rests on nothing, or whose facts are not stored says no more than the rule', () => {
  expect(describeShortfall({ ...identifiers, points: 4 }, facts(22, 22, ['arxiv']))).toBeNull();
  expect(describeShortfall(further, facts(2, 0, []))).toBeNull();
  expect(describeShortfall(identifiers, facts(0, 0, []))).toBeNull();
  expect(describeShortfall(identifiers, null)).toBeNull();
});
