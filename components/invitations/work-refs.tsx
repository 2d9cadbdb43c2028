import { MarkedLanguage } from '#components/works/marked-language.tsx';
import type { WorkRef } from '#lib/community/invitations/model/invitation.ts';

const authorsAndYearOf = ({ by, year }: WorkRef): string => [by.join(', '), year].filter(Boolean).join(', ');

/** Works that a text mentions. */
export function WorkRefs({ works, title = 'Works' }: { works: readonly WorkRef[]; title?: string }) {
  if (works.length === 0) return null;
  return (
    <div className="mt-3 text-sm">
      <p className="text-soft">{title}</p>
      <ul className="mt-1 space-y-1">
        {works.map((work) => (
          <li key={work.id}>
            <a href={`/works/${work.id}`} className="font-serif text-base">
              <MarkedLanguage language={work.language} text={work.title} />
            </a>{' '}
            <span className="text-soft">{authorsAndYearOf(work)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Returns the works as options of a choice. */
export const workOptions = (works: readonly WorkRef[]) =>
  works.map((work) => ({
    value: work.id,
    label: (
      <span className="font-serif">
        <MarkedLanguage language={work.language} text={work.title} />
      </span>
    ),
    description: authorsAndYearOf(work),
  }));
