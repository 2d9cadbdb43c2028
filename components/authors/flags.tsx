import { Notice } from '#components/ui/notice.tsx';
import type { AuthorView } from '#lib/authors/model.ts';

/** Open doubts that a record is one person, each with its reason. */
export function Flags({ flags }: { flags: AuthorView['flags'] }) {
  if (flags.length === 0) return null;
  return (
    <div className="mb-8">
      <Notice kind="warn" title="This record may be several people">
        <ul>
          {flags.map((flag) => (
            <li key={flag.rule}>{flag.reason}</li>
          ))}
        </ul>
        <p>A fixed rule says so; nobody has judged it.</p>
      </Notice>
    </div>
  );
}
