import { Button } from '#components/ui/button.tsx';
import { Day } from '#components/ui/day.tsx';
import { controlClass, FieldFrame } from '#components/ui/field.tsx';
import type { ArchiveImportView } from '#lib/portal/exports/model/archive.ts';
import { type ImportPart, importParts } from '#lib/portal/exports/model/portable.ts';
import { maxPackedBytes } from '#lib/portal/exports/model/upload-limits.ts';

/**
 * Uploads an archive. A plain form, so that it works without script, and the server reads no part of the file before checking permission.
 */
export function ArchiveUpload() {
  return (
    <form action="/me/data/import" method="post" encType="multipart/form-data" className="space-y-4">
      <p className="max-w-measure text-sm">
        Upload the ZIP of another instance as you downloaded it. You first see a preview of what would change and what cannot be imported.
        Nothing changes until you confirm.
      </p>
      <FieldFrame id="archive-file" label="Archive (ZIP file)" hint={`Up to ${maxPackedBytes / 1024 ** 2} MB.`}>
        <input
          id="archive-file"
          name="archive"
          type="file"
          accept=".zip,application/zip"
          required
          aria-describedby="archive-file-hint"
          className={controlClass}
        />
      </FieldFrame>
      <Button>Preview the import</Button>
    </form>
  );
}

/** Earlier uploaded archives. */
export function ArchiveImports({ imports }: { imports: readonly ArchiveImportView[] }) {
  if (imports.length === 0) return null;
  return (
    <ul className="mt-6" aria-label="Uploaded archives">
      {imports.map(({ id, origin, madeAt, receivedAt, takenAt, taken }) => (
        <li key={id} className="border-line border-t py-2.5">
          <a href={`/me/data/imports/${id}`}>{origin.replace(/^https?:\/\//, '')}</a>{' '}
          <span className="text-sm text-soft">
            created on <Day at={madeAt} />, uploaded on <Day at={receivedAt} />:{' '}
            {takenAt ? formatImportedCounts(taken ?? {}) : 'nothing imported yet'}
          </span>
        </li>
      ))}
    </ul>
  );
}

const isImportPart = (word: string): word is ImportPart => Object.hasOwn(importParts, word);

/** What was imported: "people you follow (3), saved searches (1)". */
export function formatImportedCounts(taken: Readonly<Record<string, number>>): string {
  const parts = Object.entries(taken).flatMap(([of, count]) => (isImportPart(of) ? `${importParts[of].toLowerCase()} (${count})` : []));
  return parts.length > 0 ? parts.join('; ') : 'nothing changed, everything was here';
}
