import { OnThisPage } from '#components/ui/on-this-page.tsx';
import { Page } from '#components/ui/page.tsx';
import { PageHead } from '#components/ui/page-head.tsx';
import { Prose } from '#components/ui/prose.tsx';
import { ScrollRegion } from '#components/ui/scroll-region.tsx';
import { env } from '#lib/platform/env.ts';
import { site } from '#lib/platform/site.ts';
import { sitePageMetadata } from '../site-pages.ts';
import { type Endpoint, endpointGroups } from './endpoints.ts';

export const generateMetadata = () => sitePageMetadata('data');

const parts = [
  ...endpointGroups.map(({ id, title }) => ({ id, title })),
  { id: 'requests', title: 'Requests and errors' },
  { id: 'reuse', title: 'Reuse' },
];

export default function DataPage() {
  const base = env().PUBLIC_URL;
  const { licence } = site();
  return (
    <Page width="page">
      <PageHead title="Open data" lead="Everything public here is also a file, a feed or JSON. No key and no account are needed." />
      <OnThisPage parts={parts}>
        <Prose>
          <p>
            A profile, a topic, a venue and an institution have a <code>slug</code>, and a work has an <code>id</code>: the last part of the
            URL of its page. Each page also links to its own files.
          </p>
          {endpointGroups.map(({ id, title, endpoints }) => (
            <section key={id} aria-labelledby={id}>
              <h2 id={id}>{title}</h2>
              <Endpoints endpoints={endpoints} />
            </section>
          ))}
          <h2 id="requests">Requests and errors</h2>
          <p>
            The page of a profile or a work answers with a citation file if the <code>Accept</code> header asks for its media type. Its{' '}
            <code>Link</code> headers name its identifier and type, and for a work its files, authors and a known PDF (FAIR Signposting):
          </p>
          <ScrollRegion label="Example of a request">
            <pre className="w-max font-mono text-sm">{`curl -H 'Accept: application/x-bibtex' \\\n  ${base}/works/{id}`}</pre>
          </ScrollRegion>
          <p>
            The URL of a merged profile redirects to the one that remains. Errors of files and JSON are problem documents (RFC 9457): a{' '}
            <code>code</code> that stays the same, and a sentence that says what to do. A response with status 503 says in{' '}
            <code>Retry-After</code> when to try again.
          </p>
          <h2 id="reuse">Reuse</h2>
          <p>
            {licence ? (
              <>
                The data of this instance is available under{' '}
                <a href={licence.url} rel="license">
                  {licence.name}
                </a>
                .{' '}
              </>
            ) : (
              'The operator of this instance has not stated a licence for its data. '
            )}
            The pages name the source of each fact; the sources have licences of their own. Follow feeds rather than reading all pages
            again, and use <a href="/sitemap.xml">the sitemap</a> to find every page.
          </p>
        </Prose>
      </OnThisPage>
    </Page>
  );
}

function Endpoints({ endpoints }: { endpoints: readonly Endpoint[] }) {
  return (
    <dl className="divide-y divide-line border-line border-y font-sans text-sm">
      {endpoints.map(({ content, paths, formats, note }) => (
        <div key={content} className="space-y-1 py-3">
          <dt className="flex flex-wrap items-baseline justify-between gap-x-4">
            <span className="font-semibold">{content}</span>
            <span className="text-soft">{formats}</span>
          </dt>
          {paths.map((path) => (
            <dd key={path}>{path.includes('{') ? <code className="wrap-anywhere">{path}</code> : <a href={path}>{path}</a>}</dd>
          ))}
          {note && <dd className="text-soft">{note}</dd>}
        </div>
      ))}
    </dl>
  );
}
