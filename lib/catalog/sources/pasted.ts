import { parseJson } from '#lib/platform/text/json.ts';
import { parseBibtexEntries } from './bibtex/adapter.ts';
import { validateWork } from './checked-work.ts';
import { parseCslWork } from './csl.ts';
import type { EntryFault, ImportedWork } from './model.ts';
import { InputError } from './reading.ts';
import { isResearchObject, parseResearchObjectWorks } from './research-object.ts';
import { parseRisWorks } from './ris.ts';

/** The works of a text, and the entries that could not be read. */
export interface PastedWorks {
  works: ImportedWork[];
  faults: EntryFault[];
}

const emptyEntryReason = 'The entry has neither a title nor an author.';

/**
 * Parses works from a text in BibTeX, RIS or CSL-JSON, or from an RO-Crate. An invalid field is omitted; an entry without title and author
 * is reported as a fault.
 */
export function parsePastedWorks(text: string): PastedWorks {
  const trimmed = text.replace(/^\uFEFF/, '').trim();
  if (trimmed === '') return { works: [], faults: [] };
  if (/^[[{]/.test(trimmed)) return checkEntries(worksOfJson(trimmed));
  if (/^TY {1,2}-/m.test(trimmed)) return checkEntries(parseRisWorks(trimmed).map((work, at) => work ?? entryFault(at, emptyEntryReason)));
  if (/@\s*\w+\s*[{(]/.test(trimmed)) return checkEntries(worksOfBibtex(trimmed));
  return { works: [], faults: [{ name: 'The text', reason: 'It is neither BibTeX, RIS, CSL-JSON nor an RO-Crate.' }] };
}

const entryFault = (at: number, reason: string): EntryFault => ({ name: `Entry ${at + 1}`, reason });

function worksOfJson(text: string): (ImportedWork | EntryFault)[] {
  const json = parseJson(text);
  if (json === undefined) return [{ name: 'The text', reason: 'It is not valid JSON.' }];
  if (isResearchObject(json)) return worksOfCrate(json);
  return [json].flat().map((value, at) => parseCslWork(value) ?? entryFault(at, emptyEntryReason));
}

function worksOfCrate(json: unknown): (ImportedWork | EntryFault)[] {
  try {
    return parseResearchObjectWorks(json, 'owner').map((work, at) => work ?? entryFault(at, emptyEntryReason));
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return [{ name: 'The text', reason: error.message }];
  }
}

function worksOfBibtex(text: string): (ImportedWork | EntryFault)[] {
  return parseBibtexEntries('The text', text).flatMap((event): (ImportedWork | EntryFault)[] => {
    if (event.kind === 'quarantined') return [{ name: event.record.recordId.slice(0, 200), reason: event.record.reason.slice(0, 300) }];
    return event.kind === 'work' ? [{ ...event.work, source: 'owner', recordId: 'draft' }] : [];
  });
}

function checkEntries(entries: readonly (ImportedWork | EntryFault)[]): PastedWorks {
  const result: PastedWorks = { works: [], faults: [] };
  for (const [at, entry] of entries.entries()) {
    if ('reason' in entry) result.faults.push(entry);
    else {
      const checked = validateWork(entry);
      if (checked.ok) result.works.push(checked.work);
      else result.faults.push(entryFault(at, `${checked.field}: ${checked.message}`));
    }
  }
  return result;
}
