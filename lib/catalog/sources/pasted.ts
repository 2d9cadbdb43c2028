import { decodeText, invalidBytesMessage } from '#lib/catalog/bibliography/encoding.ts';
import { parseJson } from '#lib/platform/text/json.ts';
import { parseBibtexEntries } from './bibtex/adapter.ts';
import { validateWork } from './checked-work.ts';
import { readCslWork } from './csl.ts';
import type { EntryFault, ImportedWork } from './model.ts';
import { faultsOf, type ReadWork } from './people.ts';
import { InputError } from './reading.ts';
import { isResearchObject, readResearchObjectWorks } from './research-object.ts';
import { readRisWorks } from './ris.ts';

/** The works of a text, the entries that could not be read, and the fields of works that could not. */
export interface PastedWorks {
  works: ImportedWork[];
  faults: EntryFault[];
}

const emptyEntryReason = 'The entry has neither a title nor an author.';
const textFault = (reason: string): PastedWorks => ({ works: [], faults: [{ name: 'The text', reason }] });

/** Parses works from the bytes of a file, as an import reads them. */
export function parseFileWorks(bytes: Uint8Array): PastedWorks {
  const decoded = decodeText(bytes);
  return 'text' in decoded
    ? parsePastedWorks(decoded.text)
    : { works: [], faults: [{ name: 'The file', reason: invalidBytesMessage(decoded) }] };
}

/**
 * Parses works from a text in BibTeX, RIS or CSL-JSON, or from an RO-Crate. An entry without title and author is a fault; so is an invalid
 * field, without which its work is returned.
 */
export function parsePastedWorks(text: string): PastedWorks {
  const trimmed = text.replace(/^\uFEFF/, '').trim();
  if (trimmed === '') return { works: [], faults: [] };
  if (/^[[{]/.test(trimmed)) return checkEntries(worksOfJson(trimmed));
  if (/^TY {1,2}-/m.test(trimmed)) return checkEntries(readRisWorks(trimmed).map((read, at) => read ?? entryFault(at, emptyEntryReason)));
  if (/@\s*\w+\s*[{(]/.test(trimmed)) return checkEntries(worksOfBibtex(trimmed));
  return textFault('It is neither BibTeX, RIS, CSL-JSON nor an RO-Crate.');
}

const entryFault = (at: number, reason: string): EntryFault => ({ name: `Entry ${at + 1}`, reason });

function worksOfJson(text: string): (ReadWork | EntryFault)[] {
  const json = parseJson(text);
  if (json === undefined) return [{ name: 'The text', reason: 'It is not valid JSON.' }];
  if (isResearchObject(json)) return worksOfCrate(json);
  return itemsIn(json).map((value, at) => readCslWork(value) ?? entryFault(at, emptyEntryReason));
}

/** Returns the items of a text: a list, one item, or the response of an API that contains them, such as Crossref's. */
function itemsIn(json: unknown): unknown[] {
  if (Array.isArray(json) || json === null || typeof json !== 'object') return [json].flat();
  const { message, items, references } = json as Record<string, unknown>;
  if (message !== null && typeof message === 'object' && !('title' in json)) return itemsIn(message);
  return Array.isArray(items) ? items : Array.isArray(references) ? references : [json];
}

function worksOfCrate(json: unknown): (ReadWork | EntryFault)[] {
  try {
    return readResearchObjectWorks(json, 'owner').map((read, at) => read ?? entryFault(at, emptyEntryReason));
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return [{ name: 'The text', reason: error.message }];
  }
}

function worksOfBibtex(text: string): (ReadWork | EntryFault)[] {
  return parseBibtexEntries('The text', text).flatMap((event): (ReadWork | EntryFault)[] => {
    if (event.kind === 'quarantined') return [{ name: event.record.recordId.slice(0, 200), reason: event.record.reason.slice(0, 300) }];
    if (event.kind === 'repeated')
      return [{ name: event.place, reason: `The same work comes earlier (${event.first}); the first is kept.` }];
    return event.kind === 'work' ? [{ work: { ...event.work, source: 'owner', recordId: 'draft' }, problems: event.problems ?? [] }] : [];
  });
}

function checkEntries(entries: readonly (ReadWork | EntryFault)[]): PastedWorks {
  const result: PastedWorks = { works: [], faults: [] };
  for (const [at, entry] of entries.entries()) {
    if ('reason' in entry) {
      result.faults.push(entry);
      continue;
    }
    const checked = validateWork(entry.work);
    if (checked.ok) {
      result.works.push(checked.work);
      const changes = checked.changes.map((message) => ({ field: '', given: '', message, kept: 'in part' as const }));
      result.faults.push(...faultsOf({ work: checked.work, problems: [...entry.problems, ...changes] }));
    } else result.faults.push(entryFault(at, `${checked.field}: ${checked.message}`));
  }
  return result;
}
