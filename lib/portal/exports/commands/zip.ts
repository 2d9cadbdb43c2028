import type { Readable } from 'node:stream';
import yazl from 'yazl';
import type { CitedWork } from '#lib/catalog/works/model/citations/cited.ts';
import { cslFile } from '#lib/catalog/works/model/citations/csl.ts';
import { csvFile } from '#lib/catalog/works/model/citations/csv.ts';
import { type ExportContent, toJsonSchemas } from '../model/archive.ts';
import { exportFormat, type Manifest } from '../model/format.ts';
import { renderIndexPage } from '../model/page.ts';
import { countEntries, csvTables } from '../model/tables.ts';
import { archiveFileSchemas } from '../queries/archived-rows.ts';

interface ArchiveFacts {
  instance: string;
  madeAt: Date;
}

interface ArchiveFile {
  path: string;
  text: string;
  items: number;
}

const toJsonText = (value: unknown): string => `${JSON.stringify(value, null, 1)}\n`;

/** Yields every file of an archive except the page and the manifest, which list the others. */
function* filesOf(content: ExportContent, works: readonly CitedWork[]): Generator<ArchiveFile> {
  for (const [name, part] of Object.entries(content)) {
    yield { path: `data/${name}.json`, text: toJsonText({ format: exportFormat, kind: name, ...part }), items: countEntries(part) };
  }
  for (const [name, write] of Object.entries(csvTables)) {
    yield { path: `csv/${name}.csv`, ...write(content) };
  }
  for (const { record, document } of content.trust.records) {
    if (document) yield { path: `trust/${record.id}.json`, text: toJsonText(document), items: document.events.length };
  }
  yield { path: 'works.csl.json', text: cslFile(works), items: works.length };
  yield { path: 'csv/works.csv', text: csvFile(works), items: works.length };
  yield { path: 'schemas.json', text: toJsonText(toJsonSchemas(archiveFileSchemas)), items: 0 };
}

/**
 * Packs an archive. The output is streamed while zlib's threads compress it. Names are UTF-8 and times those of the archive, so that the
 * same content at the same time gives the same bytes.
 */
export function packArchive(content: ExportContent, works: readonly CitedWork[], { instance, madeAt }: ArchiveFacts): Readable {
  const zip = new yazl.ZipFile();
  const files: Manifest['files'] = [];
  const addFile = ({ path, text, items }: ArchiveFile): void => {
    const bytes = Buffer.from(text);
    files.push({ path, bytes: bytes.length, items });
    zip.addBuffer(bytes, path, { mtime: madeAt, mode: 0o100644 });
  };
  for (const file of filesOf(content, works)) addFile(file);
  addFile({ path: 'index.html', text: renderIndexPage(content, { instance, madeAt, paths: files.map(({ path }) => path) }), items: 0 });
  const { id, name } = content.account.account;
  const manifest: Manifest = { format: exportFormat, instance, madeAt: madeAt.toISOString(), account: { id, name }, files };
  zip.addBuffer(Buffer.from(toJsonText(manifest)), 'manifest.json', { mtime: madeAt, mode: 0o100644 });
  zip.end();
  const output = zip.outputStream as Readable;
  zip.on('error', (error: Error) => output.destroy(error));
  return output;
}
