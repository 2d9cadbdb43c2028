import type { Reader } from '#lib/platform/db/store.ts';
import { type EarlierAddress, parseDisabledAddresses } from '../model/statement.ts';

const earlierSlugsQuery = `with recursive family(key) as (
    select key from authors where id = ? union select a.key from authors a join family f on a.merged_into = f.key)
  select s.slug from author_slugs s join family f on f.key = s.author_key join authors own on own.id = ?
  where s.slug <> own.slug order by s.slug`;

const disabledAddressesQuery = `select s.value from owner_statements s
  join claims c on c.author_id = s.author_id and c.account_id = s.account_id and c.state in ('accepted', 'suspended')
  where s.field = 'stopped' and s.author_id in $many`;

/** Returns the addresses that the owners of some records have disabled. They stay disabled while the claim is suspended. */
export async function selectDisabledAddresses(reader: Reader, authorIds: readonly string[]): Promise<Set<string>> {
  return new Set(
    (await reader.query<{ value: string }>(disabledAddressesQuery, authorIds)).flatMap(({ value }) => parseDisabledAddresses(value)),
  );
}

/** Returns the earlier addresses of a record, including those of records merged into it. */
export async function earlierAddressesOf(reader: Reader, authorId: string): Promise<EarlierAddress[]> {
  const rows = await reader.query<{ slug: string }>(earlierSlugsQuery, [], [authorId, authorId]);
  const disabled = await selectDisabledAddresses(reader, [authorId]);
  return rows.map(({ slug }) => ({ slug, isDisabled: disabled.has(slug) }));
}
