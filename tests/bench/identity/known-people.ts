import Database from 'better-sqlite3';

const manyKnown = 300;

/**
 * Returns the people with most works for whom the Anthology's editors give one id on every work, by an id in the files or a curated variant:
 * known to be one person each.
 */
export const knownPeopleOf = (open: Database.Database): { key: number; slug: string; name: string; works: number }[] =>
  open
    .prepare(
      `select a.key, a.slug, a.name, count(*) as works from authorships s join authors a on a.key = s.author_key
       where s.source = 'acl-anthology' group by a.key
       having min(s.resolved_by in ('person_id', 'curated_variant')) = 1 order by works desc, a.key limit ?`,
    )
    .all(manyKnown) as { key: number; slug: string; name: string; works: number }[];

/** Prints their names, with the number of works of each. */
export function printKnownPeople(database: string | undefined): void {
  if (database === undefined) throw new Error('Name a database that has imported the ACL Anthology: --database <file>.');
  const open = new Database(database, { readonly: true });
  try {
    for (const { slug, name, works } of knownPeopleOf(open)) console.log(`${String(works).padStart(4)}  ${slug}  ${name}`);
  } finally {
    open.close();
  }
}
