import { Notice } from './notice.tsx';

/** Says what the last form has done. `done` is a value of the page's address: one that `titles` does not have shows nothing. */
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
