import type { Metadata } from 'next';
import { AuthorRows } from '#components/authors/author-rows.tsx';
import { Page } from '#components/ui/page.tsx';
import { counted } from '#components/ui/sentence.ts';
import { loadHome } from '#lib/portal/pages/loaders/authors.ts';

export const metadata: Metadata = { alternates: { canonical: '/' } };

export default async function HomePage() {
  const { authors, works, claimed, examples } = await loadHome();
  return (
    <Page width="page">
      <div className="max-w-text">
        <h1 className="text-balance font-medium font-serif text-display tracking-tight">Who wrote what, and who says so</h1>
        <p className="mt-5 font-serif text-lg text-read leading-7">
          Peergraph turns bibliographies into public records of authors. Every fact has its source. You can claim your record by proof,
          correct it, and choose who may contact you.
        </p>
        <form action="/search" className="mt-8 flex gap-2">
          <label htmlFor="search" className="sr-only">
            Search by name or title
          </label>
          <input
            id="search"
            type="search"
            name="q"
            placeholder="Search by name or title"
            className="w-full rounded-md border border-edge bg-paper px-4 py-3 text-lg placeholder:text-soft"
          />
          <button type="submit" className="rounded-md bg-accent px-5 font-medium text-accent-ink">
            Find
          </button>
        </form>
        <p className="mt-3 text-sm text-soft">
          {counted(authors, 'author')} and {counted(works, 'work')} here;{' '}
          {claimed === 0 ? 'no record is claimed yet' : `${counted(claimed, 'record')} claimed`}.
        </p>
      </div>
      <div className="mt-14 grid grid-cols-1 gap-x-16 gap-y-10 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <section aria-labelledby="some-records">
          <h2 id="some-records" className="mb-2 font-semibold">
            Example records
          </h2>
          {examples.length > 0 ? (
            <AuthorRows authors={examples} />
          ) : (
            <p className="text-soft">None yet. An operator fills this instance by importing a source.</p>
          )}
          <p className="mt-3 text-sm">
            <a href="/authors">All authors, A to Z</a>
          </p>
        </section>
        <section aria-labelledby="ways-on">
          <h2 id="ways-on" className="mb-2 font-semibold">
            Ways on
          </h2>
          <dl className="divide-y divide-line border-line border-y text-sm">
            <Way href="/sign-in" term="Sign in">
              Follow people, claim your record, and choose who can contact you.
            </Way>
            <Way href="/trust" term="How trust works">
              What the points on a record count, and what they never count.
            </Way>
            <Way href="/about" term="About">
              Where the facts come from, what imported figures mean, and how to have something corrected.
            </Way>
          </dl>
        </section>
      </div>
    </Page>
  );
}

function Way({ href, term, children }: { href: string; term: string; children: string }) {
  return (
    <div className="py-3">
      <dt className="font-medium">
        <a href={href}>{term}</a>
      </dt>
      <dd className="text-soft">{children}</dd>
    </div>
  );
}
