import { Day } from '#components/ui/day.tsx';
import { HeadingRow } from '#components/ui/heading-row.tsx';
import { type Credit, creditRoles } from '#lib/catalog/statements/model/contributions.ts';

/** The contributor roles that authors of a work state, each for themself. */
export function ContributorRoles({ credits }: { credits: readonly Credit[] }) {
  if (credits.length === 0) return null;
  return (
    <section aria-labelledby="roles" className="card">
      <HeadingRow id="roles">Contributor roles</HeadingRow>
      <ul className="grid gap-2.5 text-sm">
        {credits.map(({ name, slug, roles, since }) => (
          <li key={slug}>
            <a href={`/authors/${slug}`} className="font-medium">
              {name}
            </a>
            : {roles.map((role) => creditRoles[role]).join(', ')}{' '}
            <span className="text-soft text-xs">
              by the author, since <Day at={since} />
            </span>
          </li>
        ))}
      </ul>
      <p className="mt-2 text-soft text-xs">
        Roles of <a href="https://credit.niso.org/">CRediT</a>
      </p>
    </section>
  );
}
