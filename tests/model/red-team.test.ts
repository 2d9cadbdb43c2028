import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { impostorActs } from '#lib/governance/claims/model/impostor-acts.ts';
import { bindingRules } from '#lib/governance/claims/model/proofs.ts';
import { anySteps, declaredActs, outwardPowers, type Step, withoutRule } from '../red-team/acts.ts';
import { noticeKinds, simulate } from '../red-team/model-simulation.ts';
import { shortestBreak } from '../red-team/shortest.ts';

/** Attacks on the pure rules: whatever the rules declare that others can do, in any order, with time between. `npm run faults` runs more. */
const rules = [...Object.keys(bindingRules), ...outwardPowers];
const runs = Number(process.env.RED_TEAM_RUNS ?? 2_000);
const kept = () => JSON.parse(readFileSync('tests/red-team/breaking-sequences.json', 'utf8')) as Record<string, Step[]>;

/** Returns sequences as JSON, a line for each rule. */
const textOf = (found: Readonly<Record<string, Step[] | null>>): string => {
  const stepText = (step: Step) =>
    `{ ${Object.entries(step)
      .map(([key, value]) => `"${key}": ${JSON.stringify(value)}`)
      .join(', ')} }`;
  const lines = Object.entries(found).map(([rule, steps]) => `  "${rule}": ${steps ? `[${steps.map(stepText).join(', ')}]` : null}`);
  return `{\n${lines.join(',\n')}\n}\n`;
};

test(`no sequence of acts without a strong proof changes another person’s record, takes one, or stops an honest person (${runs} sequences)`, () => {
  fc.assert(
    fc.property(anySteps, fc.constantFrom(...noticeKinds), (steps, hank) => {
      expect(simulate(steps, hank)).toBeNull();
    }),
    { numRuns: runs },
  );
});

test('every act is declared by a rule that withstands it', () => {
  expect([...declaredActs].sort()).toEqual(Object.keys(impostorActs).sort());
});

describe('the property fails without', () => {
  test('each of these rules, by a sequence that is kept', async () => {
    const found: Record<string, Step[] | null> = {};
    for (const rule of rules) found[rule] = await shortestBreak(rule, simulate, 1);
    await expect(textOf(found)).toMatchFileSnapshot('../red-team/breaking-sequences.json');
  });

  test.each(rules)('%s; with it, the sequence changes nothing', async (rule) => {
    const steps = kept()[rule] ?? [];
    expect(await withoutRule(rule, () => simulate(steps))).not.toBeNull();
    expect(simulate(steps)).toBeNull();
  });
});
