import { Notice } from './notice.tsx';

/** Confirms the result of the last form. `done` is a query parameter; a value that is not in `titles` shows nothing. */
export function Confirmation({ done, titles }: { done: string | string[] | undefined; titles: Readonly<Record<string, string>> }) {
  const title = typeof done === 'string' && Object.hasOwn(titles, done) ? titles[done] : undefined;
  return (
    title && (
      <div className="mb-8">
        <Notice kind="success" title={title} />
      </div>
    )
  );
}
