import { Notice } from '#components/ui/notice.tsx';
import { refusalOf } from '#lib/refusals.ts';

/** A refusal in words: what is missing, what to do next, and where. `back` is where signing in leads back to. */
export function RefusalNotice({ because, back, kind = 'error' }: { because: string; back?: string; kind?: 'error' | 'info' | 'warn' }) {
  const { title, missing, next, link } = refusalOf(because);
  return (
    <Notice kind={kind} title={title}>
      <p>{missing}</p>
      <p>
        {next}{' '}
        {link && <a href={link.href === '/sign-in' && back ? `/sign-in?next=${encodeURIComponent(back)}` : link.href}>{link.says}</a>}
      </p>
    </Notice>
  );
}
