import { setByOwner } from '#lib/catalog/authors/commands.ts';
import type { Writer } from '#lib/platform/db/store.ts';
import { done, type Outcome, refused } from '#lib/platform/outcome.ts';
import type { Owner } from '../model.ts';

/** Hides every indicator of a record, imported or computed here, or shows them again: as its owner says. */
export async function setIndicatorsHidden(
  tx: Writer,
  owner: Owner,
  { hidden }: { hidden: boolean },
): Promise<Outcome<void, 'not_your_record'>> {
  return (await setByOwner(tx, owner, { indicatorsHidden: hidden })) ? done(undefined) : refused('not_your_record');
}
