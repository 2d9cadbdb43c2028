import { recordSlug } from '#lib/catalog/authors/queries/find.ts';
import type { Actor } from '#lib/platform/auth/actor.ts';
import type { Writer } from '#lib/platform/db/store.ts';
import { done, type Outcome } from '#lib/platform/outcome.ts';
import type { Owner } from '../model.ts';
import { type NotOwned, proveOwnership, refuseOwnership } from '../queries/ownership.ts';

/** Wraps a command of a record's owner as a command of an account. Refuses other accounts. Returns the record's slug after the change. */
export const asOwner =
  <Input, Code extends string>(command: (tx: Writer, owner: Owner, input: Input) => Promise<Outcome<void, Code>>) =>
  async (tx: Writer, actor: Actor, input: Input & { authorId: string }): Promise<Outcome<string, Code | NotOwned>> => {
    const owner = await proveOwnership(tx, actor, input.authorId);
    const outcome = owner ? await command(tx, owner, input) : await refuseOwnership(tx, actor, input.authorId);
    return outcome.ok ? done(await recordSlug(tx, input.authorId)) : outcome;
  };
