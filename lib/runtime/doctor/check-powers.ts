import { keptStatementDays } from '#lib/catalog/powers/model.ts';
import { isLoweredText } from '#lib/catalog/visibility/queries.ts';
import { freezeDays, suspensionDays } from '#lib/community/limits.ts';
import { formatCount } from '#lib/platform/command-line.ts';
import type { Reader } from '#lib/platform/db/store.ts';

/** What an upgrade to powers by level lowers or keeps, each with a query for its number. The queries read tables of earlier versions too. */
const isWeak = `exists (select 1 from claims c where c.author_id = a.id and c.account_id = a.owner_id and c.state = 'accepted' and c.strength <> 'strong')`;
const countings: readonly { one: string; many: string; effect: string; query: string }[] = [
  {
    ...{ one: 'owner without a strong proof', many: 'owners without a strong proof' },
    effect: 'keep their profiles and statements. Photos, other names and added works that others see need a strong proof from now on',
    query: `select count(*) as rows_count from authors a where ${isWeak}`,
  },
  {
    ...{ one: 'photo of an owner without a strong proof', many: 'photos of owners without a strong proof' },
    effect: `stay for ${keptStatementDays} days, then until there is a strong proof`,
    query: `select count(*) as rows_count from owner_statements s join authors a on a.id = s.author_id and a.owner_id = s.account_id
      where s.field = 'photo' and ${isWeak}`,
  },
  {
    ...{ one: 'name that an owner without a strong proof states', many: 'names that owners without a strong proof state' },
    effect: `stay for ${keptStatementDays} days; then the profile shows the name as a source prints it`,
    query: `select count(*) as rows_count from owner_statements s join authors a on a.id = s.author_id and a.owner_id = s.account_id
      where s.field = 'name' and s.value = a.name and a.source_name is not null and ${isWeak}`,
  },
  {
    ...{ one: 'work that an owner without a strong proof added', many: 'works that owners without a strong proof added' },
    effect: `stay in lists and searches for ${keptStatementDays} days, then on their own profiles only`,
    query: `select count(*) as rows_count from added_works d join authors a on a.id = d.author_id and a.owner_id = d.account_id where ${isWeak}`,
  },
  {
    ...{ one: 'profile hidden by an owner without a strong proof', many: 'profiles hidden by owners without a strong proof' },
    effect: 'stay hidden. A strong proof claims them at once. Look at them under “Unusual” at /admin',
    query: `select count(*) as rows_count from authors a where ${isLoweredText('a')} and ${isWeak}`,
  },
  {
    ...{ one: 'correction that authors accepted', many: 'corrections that authors accepted' },
    effect: 'stay, and each owner among the authors can contest them at once',
    query: `select count(*) as rows_count from corrections where decided_by = 'authors' and state in ('accepted', 'contested')`,
  },
  {
    ...{ one: 'undecided objection', many: 'undecided objections' },
    effect: `end their freeze ${freezeDays} days after the objection. Against a strong proof, an owner who has shown none waits for reviewers as before, or until it is shown again: then they have ${suspensionDays} days to show one. Nobody loses a claim by the upgrade`,
    query: `select count(*) as rows_count from disputes where state = 'open' and marks`,
  },
];

/** Returns what the upgrade changes for members, as lines; none if nothing, or if the database has powers by level already. */
export async function powersUpgradeMessages(reader: Reader): Promise<string[]> {
  const messages: string[] = [];
  if ((await countRows(reader, 'select count(kept_until) as rows_count from owner_statements')) !== null) return messages;
  for (const { one, many, effect, query } of countings) {
    const found = (await countRows(reader, query)) ?? 0;
    if (found > 0) messages.push(`${formatCount(found, one, many)}: ${effect}.`);
  }
  return messages;
}

/** Returns the number that a query counts; null if the version of the database does not have its tables. */
async function countRows(reader: Reader, query: string): Promise<number | null> {
  try {
    const [row] = await reader.query<{ rows_count: number | string }>(query, []);
    return Number(row?.rows_count ?? 0);
  } catch {
    return null;
  }
}
