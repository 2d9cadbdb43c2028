import { DataTable } from '#components/ui/data-table.tsx';
import { Day } from '#components/ui/day.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { Page } from '#components/ui/page.tsx';
import { PageHead } from '#components/ui/page-head.tsx';
import { Prose } from '#components/ui/prose.tsx';
import { loadLogHeads } from '#lib/portal/pages/loaders/trust.ts';
import { eventsOnPage, shownHeads } from '#lib/portal/pages/model/limits.ts';
import { sitePageMetadata } from '../../site-pages.ts';

export const generateMetadata = () => sitePageMetadata('log');

export default async function LogPage() {
  const { keys, heads } = await loadLogHeads();
  return (
    <Page width="page">
      <PageHead eyebrow={<a href="/trust">How trust works</a>} title="The evidence log" />
      <Prose>
        <p>
          Every proof, check and decision about a profile is an event here, written once and never changed. Each event names the hash of the
          one before it, in the whole log and in its profile, and is signed. Names, addresses and accounts are not in it: where an event
          depends on private data, it contains a salted commitment, so that the private part can be erased.
        </p>
        <p>
          On each day with new events, the hash of the last event is signed and published below. Anyone who stores it can verify later that
          no earlier event was changed or removed.
        </p>
        <ul>
          <li>
            <a href="/trust/log.json">The log as JSON</a>, {eventsOnPage} events a page; each page names the next.
          </li>
          <li>
            <a href="/trust/verify.mjs">The verifier</a>, one file: <code>node verify.mjs log.json log-2.json …</code>
          </li>
        </ul>
      </Prose>
      <div className="mt-10 space-y-10">
        <DataTable
          caption="Keys"
          columns={{ id: 'Key', public: 'Public key (Ed25519, base64url)', since: 'In use' }}
          rows={keys.map(({ id, publicKey, createdAt, retiredAt }) => ({
            key: id,
            cells: {
              id: <code>{id}</code>,
              public: <code className="break-all">{publicKey}</code>,
              since: (
                <>
                  since <Day at={new Date(createdAt)} narrow />
                  {retiredAt && (
                    <>
                      {' '}
                      until <Day at={new Date(retiredAt)} narrow />
                    </>
                  )}
                </>
              ),
            },
          }))}
        />
        {heads.length === 0 ? (
          <EmptyState title="No head has been published yet.">The first is signed within an hour of the first event.</EmptyState>
        ) : (
          <DataTable
            caption={`Published heads, the newest ${shownHeads}`}
            columns={{ day: 'Day', hash: 'Hash of the last event', number: 'Events' }}
            numeric={['number']}
            rows={heads.map(({ day, hash, number }) => ({
              key: day,
              cells: { day: <Day at={new Date(day)} narrow />, hash: <code className="break-all">{hash}</code>, number },
            }))}
          />
        )}
      </div>
    </Page>
  );
}
