import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { comparingFiles, kindComparisons, kindModules } from './case-handlers.ts';
import { sourceFiles } from './source-files.ts';

const modules = kindModules(readFileSync('lib/portal/decisions/case-handlers/subjects.ts', 'utf8'));
const ours = sourceFiles().filter(({ path }) => /^(app|components|lib|seeds)\//.test(path));

describe('review case kinds', () => {
  test('have a module each', () => {
    const governance = {
      claim: 'claims',
      dispute: 'claims',
      report: 'reports',
      correction: 'corrections',
      record_correction: 'corrections',
      merge: 'identity',
      suppression: 'identity',
      appeal: 'cases',
    };
    for (const [kind, name] of Object.entries(governance)) expect(modules[kind]).toBe(`governance/${name}`);
  });

  test('are compared only in their module and in case handlers, except in named files', () => {
    const found = kindComparisons(ours, modules);
    expect(found.filter((place) => !(place.replace(/: \w+$/, '') in comparingFiles))).toEqual([]);
    expect(Object.keys(comparingFiles).filter((path) => !found.some((place) => place.startsWith(`${path}: `)))).toEqual([]);
  });

  test('are detected where a comparison is planted', () => {
    const path = 'lib/portal/decisions/commands/vote.ts';
    const planted = [
      "if (review.kind === 'claim') return;",
      "const isOther = of !== 'report';",
      "switch (kind) {\n  case 'merge':\n}",
      "where(eq(reviews.kind, 'dispute'))",
      "['claim', 'suppression'].includes(kind)",
      "if ('appeal' === kind) return;",
    ];
    const found = planted.flatMap((text) => kindComparisons([{ path, text }], modules));
    expect(found.map((place) => place.replace(`${path}: `, ''))).toEqual(['claim', 'report', 'merge', 'dispute', 'suppression', 'appeal']);
    const own = { path: 'lib/governance/reports/commands/decide.ts', text: "eq(reviews.kind, 'report')" };
    expect(kindComparisons([own, { ...own, path: 'lib/governance/claims/commands/end.ts' }], modules)).toEqual([
      'lib/governance/claims/commands/end.ts: report',
    ]);
  });
});
