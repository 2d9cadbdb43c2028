import { fetchJson } from '#lib/platform/http/fetch-json.ts';
import { done, type Outcome, refused } from '#lib/platform/outcome.ts';
import { checkedWork } from './checked-work.ts';
import { cslWork } from './csl.ts';
import type { ImportedWork } from './model.ts';

/** Base URLs of the REST APIs of Crossref and DataCite. */
interface DoiRegistries {
  crossref: string;
  datacite: string;
}

const csl = 'application/vnd.citationstyles.csl+json';

/** Fetches the metadata of a DOI from its registration agency. */
export async function lookUpDoi(
  registries: DoiRegistries,
  doi: string,
): Promise<Outcome<ImportedWork, 'unknown_doi' | 'registry_unreachable'>> {
  const base = (url: string) => url.replace(/\/+$/, '');
  const path = doi.split('/').map(encodeURIComponent).join('/');
  const ofCrossref = `${base(registries.crossref)}/works/${encodeURIComponent(doi)}/transform/${csl}`;
  const ofDatacite = `${base(registries.datacite)}/dois/${csl}/${path}`;
  const order = doi.startsWith('10.48550/') ? [ofDatacite] : [ofCrossref, ofDatacite];
  let code: 'unknown_doi' | 'registry_unreachable' = 'unknown_doi';
  for (const url of order) {
    const answer = await fetchJson(url);
    if (!answer.ok && answer.code === 'unreachable') code = 'registry_unreachable';
    const read = answer.ok ? cslWork(answer.value) : null;
    const found = read && checkedWork(read);
    if (found?.ok) return done(found.work);
  }
  return refused(code);
}
