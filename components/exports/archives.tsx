import { ActionForm } from '#components/site/action-form.tsx';
import { Button, ButtonLink } from '#components/ui/button.tsx';
import { Day } from '#components/ui/day.tsx';
import { Disclosure } from '#components/ui/disclosure.tsx';
import { formatLimit } from '#lib/platform/limits.ts';
import { requestArchive } from '#lib/portal/exports/actions.ts';
import { type ArchiveView, archivesPerDay, archivesStateKey, formatSize } from '#lib/portal/exports/model/archive.ts';
import { exportFiles, fileLabels } from '#lib/portal/exports/model/format.ts';
import { ArchiveProgress } from './archive-progress.tsx';

interface Props {
  archives: readonly ArchiveView[];
}

/** What an archive contains, and the form to create one. @param days for which it can be downloaded */
export function RequestArchive({ archives, days }: Props & { days: number }) {
  const isWaiting = archives.some(({ state }) => state === 'waiting');
  return (
    <div className="space-y-4">
      <p className="max-w-measure text-sm">
        A ZIP file with a page to read, JSON for programs, tables for a spreadsheet, and your works for a reference manager. It is available
        for {days === 1 ? 'one day' : `${days} days`}, for you only. You can create {formatLimit(archivesPerDay)}.
      </p>
      <Disclosure summary="Contents">
        <dl className="max-w-measure space-y-1.5">
          {exportFiles.map((file) => (
            <div key={file}>
              <dt className="inline font-medium">{fileLabels[file].title}. </dt>
              <dd className="inline text-soft">{fileLabels[file].description}</dd>
            </div>
          ))}
        </dl>
        <p className="mt-3 max-w-measure text-soft">
          It contains no secrets (tokens or keys), and of others only what you can also read here. It lists people you have blocked, but not
          who has blocked you.
        </p>
      </Disclosure>
      {isWaiting ? (
        <ArchiveProgress state={archivesStateKey(archives)} />
      ) : (
        <ActionForm action={requestArchive} className="space-y-4" back="/me/data">
          <Button variant={archives.some(({ state }) => state === 'ready') ? 'plain' : 'primary'}>Create an archive</Button>
        </ActionForm>
      )}
    </div>
  );
}

/** The requested archives, newest first. */
export function Archives({ archives }: Props) {
  if (archives.length === 0) return null;
  return (
    <ul className="mt-6" aria-label="Archives">
      {archives.map((archive) => (
        <li key={archive.id} className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2 border-line border-t py-2.5">
          <span>
            Requested on <Day at={archive.requestedAt} /> <span className="text-sm text-soft">{stateText(archive)}</span>
          </span>
          {archive.state === 'ready' && (
            <ButtonLink variant="primary" href={`/me/data/archives/${archive.id}`} download>
              Download ({formatSize(archive.bytes ?? 0)})
            </ButtonLink>
          )}
        </li>
      ))}
    </ul>
  );
}

function stateText({ state, expiresAt }: ArchiveView) {
  if (state === 'ready' && expiresAt)
    return (
      <>
        ready, until <Day at={expiresAt} />
      </>
    );
  return state === 'waiting' ? 'being created' : state === 'failed' ? 'failed; try again' : 'deleted';
}
