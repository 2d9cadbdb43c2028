import { FactRows } from '#components/reviews/fact-rows.tsx';
import { Day } from '#components/ui/day.tsx';
import { DefinitionList } from '#components/ui/definition-list.tsx';
import { formatCount } from '#components/ui/sentence.ts';
import { factLines } from '#lib/governance/cases/model/evidence.ts';
import type { AccountView } from '#lib/portal/accounts/model.ts';

/** The facts of an account that an admin needs to act on it. None is about what its owner reads or writes. */
export function AccountFacts({ account }: { account: AccountView }) {
  const { email, confirmed, since, roles, records, suspended, openSessions, passkeys, erasedAt } = account;
  return (
    <DefinitionList
      items={[
        ...(suspended
          ? [
              {
                term: 'Suspended',
                description: (
                  <>
                    since <Day at={suspended.at} />. {suspended.reason}
                  </>
                ),
              },
            ]
          : []),
        { term: 'Address', description: email ? `${email}${confirmed ? '' : ', not confirmed'}` : 'none' },
        { term: 'Since', description: since ? <Day at={since} /> : 'unknown' },
        { term: 'Roles', description: roles.join(', ') || 'none' },
        {
          term: 'Profiles',
          description:
            records.length === 0
              ? 'none'
              : records.map(({ slug, name }) => (
                  <a key={slug} href={`/authors/${slug}`} className="block">
                    {name}
                  </a>
                )),
        },
        { term: 'Sign-in', description: `${formatCount(openSessions, 'open session')}, ${formatCount(passkeys, 'passkey')}` },
        ...(erasedAt ? [{ term: 'Erasure', description: <Day at={erasedAt} /> }] : []),
      ]}
    />
  );
}

export function AccountEntries({ account: { entries } }: { account: AccountView }) {
  if (entries.length === 0) return <p className="text-soft">Nothing yet.</p>;
  return (
    <ul className="divide-y divide-line text-sm">
      {entries.map(({ id, action, at, facts }) => (
        <li key={id} className="py-2">
          <b className="font-semibold">{action}</b> <Day at={at} narrow />
          <FactRows facts={factLines(facts)} />
        </li>
      ))}
    </ul>
  );
}
