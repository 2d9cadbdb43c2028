import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Problem } from '#lib/catalog/bibliography/problems.ts';
import type { ImportEvent, ImportedWork, QuarantinedRecord } from '#lib/catalog/sources/model.ts';
import { type InputFile, listInputFiles } from '#lib/catalog/sources/reading.ts';

/** Creates a temporary folder with files; `drop` removes it. */
export function createFolder(contents: Record<string, string | Uint8Array>): {
  path: string;
  files(extension: string): Promise<InputFile[]>;
  drop(): void;
} {
  const path = mkdtempSync(join(tmpdir(), 'peergraph-input-'));
  for (const [name, content] of Object.entries(contents)) writeFileSync(join(path, name), content);
  return { path, files: (extension) => listInputFiles(path, extension), drop: () => rmSync(path, { recursive: true, force: true }) };
}

/** Collects the works, volumes and quarantined records that a source adapter yields. */
export async function collectEvents(events: AsyncIterable<ImportEvent>): Promise<{
  works: ImportedWork[];
  volumes: ImportedWork[];
  quarantined: (QuarantinedRecord & { input: string })[];
  problems: Problem[];
  repeated: string[];
}> {
  const works: ImportedWork[] = [];
  const volumes: ImportedWork[] = [];
  const quarantined: (QuarantinedRecord & { input: string })[] = [];
  const problems: Problem[] = [];
  const repeated: string[] = [];
  for await (const event of events) {
    if (event.kind === 'work') (event.work.isVolume ? volumes : works).push(event.work);
    if (event.kind === 'work') problems.push(...(event.problems ?? []));
    if (event.kind === 'repeated') repeated.push(event.place);
    if (event.kind === 'quarantined') quarantined.push({ ...event.record, input: event.input });
  }
  return { works, volumes, quarantined, problems, repeated };
}

/** Returns the XML of an Anthology collection with one volume. */
export const collection = (id: string, papers: string, meta = ''): string => `<?xml version='1.0' encoding='UTF-8'?>
<collection id="${id}">
  <volume id="1" type="proceedings">
    <meta>
      <booktitle>Proceedings of the <fixed-case>W</fixed-case>orkshop on Lamps</booktitle>
      <publisher>Lamp Society</publisher><month>May 2 - May 7</month><year>2021</year>${meta}
    </meta>
    <frontmatter><url>x.0</url></frontmatter>
    ${papers}
  </volume>
</collection>`;
