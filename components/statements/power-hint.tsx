import { type LevelPower, levelOf, levelOpeners, powers } from '#lib/catalog/powers/model.ts';

/** Says what opens a power that the level of a profile does not have yet. */
export const PowerHint = ({ power, slug }: { power: LevelPower; slug: string }) => (
  <p className="max-w-measure text-sm">
    To {powers[power].does}, the profile needs level L{levelOf(power)}. {levelOpeners[levelOf(power)]} opens it.{' '}
    <a href={`/claim/${slug}#proofs`}>Add a proof</a>
  </p>
);
