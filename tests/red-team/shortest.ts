import { type Step, singleSteps, waitSteps, withoutRule } from './acts.ts';

/**
 * Returns the shortest sequence of steps that breaks a property while a rule is switched off, in the order of the alphabet; null if none of
 * up to `maxSteps` does.
 */
export const shortestBreak = (rule: string, simulate: (steps: readonly Step[]) => string | null, maxSteps = 2): Promise<Step[] | null> =>
  withoutRule(rule, () => {
    const acts = singleSteps();
    let sequences: Step[][] = [[]];
    for (let length = 1; length <= maxSteps; length += 1) {
      const longer = sequences.flatMap((steps) => [...acts, ...(steps.length > 0 ? waitSteps : [])].map((step) => [...steps, step]));
      const breaking = longer.find((steps) => simulate(steps) !== null);
      if (breaking) return breaking;
      sequences = longer;
    }
    return null;
  });
