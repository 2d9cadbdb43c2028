import fc from 'fast-check';
import { type Power, powerIds, powers } from '#lib/catalog/powers/model.ts';
import type { BindingRule } from '#lib/governance/claims/model/binding-rules.ts';
import type { ImpostorAct } from '#lib/governance/claims/model/impostor-acts.ts';
import { bindingRules } from '#lib/governance/claims/model/proofs.ts';

/**
 * The acts of the simulations. They come from the declarations of the rules: what each binding rule names in `producedBy`, and each power
 * that changes the record of another person. Both simulations perform the same steps: model-simulation.ts on the pure rules, simulation.ts
 * through the commands.
 */
const targets = ['paula', 'olga', 'nell', 'hank'] as const;
/** Paula and Nell have no owner, Olga owns hers by a strong proof, and the claim of Hank is in its notice. */
export type Target = (typeof targets)[number];

/** Indexes of attackers: strangers without a profile, and owners of profiles at L2 who are co-authors of the targets. */
export const strangerIds = [2, 3] as const;
export const weakOwnerIds = [4, 5] as const;

export type Step = { act: ImpostorAct; who: number; on: Target } | { use: Power; who: number; on: Target } | { wait: number };

export const declaredActs: readonly ImpostorAct[] = [
  ...new Set(Object.values(bindingRules).flatMap(({ producedBy }): readonly ImpostorAct[] => producedBy)),
];

/** The powers over another person's record that do not need an office. */
export const outwardPowers: readonly Power[] = powerIds.filter(
  (id) => powers[id].changes === 'another_record' && ['anybody', 'account', 'owner'].includes(powers[id].holder),
);

const waits = [1, 8, 15, 100] as const;

/** Returns each single step, by one stranger and one owner at L2. */
export const singleSteps = (): Step[] =>
  targets.flatMap((on) => [
    ...declaredActs.map((act): Step => ({ act, who: strangerIds[0], on })),
    ...outwardPowers.flatMap((use): Step[] => [strangerIds[0], weakOwnerIds[0]].map((who) => ({ use, who, on }))),
  ]);
export const waitSteps: readonly Step[] = waits.map((wait) => ({ wait }));

const target = fc.constantFrom(...targets);
const attacker = fc.constantFrom(...strangerIds, ...weakOwnerIds);
export const anyStep: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ act: fc.constantFrom(...declaredActs), who: attacker, on: target }) },
  { weight: 2, arbitrary: fc.record({ use: fc.constantFrom(...outwardPowers), who: attacker, on: target }) },
  { weight: 2, arbitrary: fc.record({ wait: fc.constantFrom(...waits) }) },
);
export const anySteps = fc.array(anyStep, { minLength: 1, maxLength: 10 });

/** Runs something while a rule of the product is switched off: a binding rule always holds, or a power has no level and no end. */
export async function withoutRule<T>(id: string, run: () => T | Promise<T>): Promise<T> {
  const restore = switchOff(id);
  try {
    return await run();
  } finally {
    restore();
  }
}

function switchOff(id: string): () => void {
  if (id in powers) {
    const rule = powers[id as Power] as { level?: number; endsAfterHours?: number };
    const before = { ...rule };
    if (rule.level !== undefined) rule.level = 0;
    else rule.endsAfterHours = 10 * 365 * 24;
    return () => void Object.assign(rule, before);
  }
  const rule = bindingRules[id] as BindingRule<object> | undefined;
  if (!rule) throw new Error(`There is no rule ${id}.`);
  const { holds } = rule;
  rule.holds = () => true;
  return () => {
    rule.holds = holds;
  };
}
