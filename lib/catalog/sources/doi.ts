import { fetchJson } from '#lib/platform/http/fetch-json.ts';
import { done, type Outcome, refused } from '#lib/platform/outcome.ts';
import { validateWork } from './checked-work.ts';
import { readCslWork } from './csl.ts';
import type { ReadWork } from './people.ts';

/** Base URLs of the REST APIs of Crossref and DataCite. */
interface DoiRegistries {
  crossref: string;
  datacite: string;
}

const cslMediaType = 'application/vnd.citationstyles.csl+json';

/** Fetches the metadata of a DOI from its registration agency. */
export async function fetchDoiMetadata(
  registries: DoiRegistries,
  doi: string,
): Promise<Outcome<ReadWork, 'unknown_doi' | 'registry_unreachable'>> {
  const base = (url: string) => url.replace(/\/+$/, '');
  const path = doi.split('/').map(encodeURIComponent).join('/');
  const crossrefUrl = `${base(registries.crossref)}/works/${encodeURIComponent(doi)}/transform/${cslMediaType}`;
  const dataciteUrl = `${base(registries.datacite)}/dois/${cslMediaType}/${path}`;
  const urls = doi.startsWith('10.48550/') ? [dataciteUrl] : [crossrefUrl, dataciteUrl];
  let code: 'unknown_doi' | 'registry_unreachable' = 'unknown_doi';
  for (const url of urls) {
    const response = await fetchJson(url);
    if (!response.ok && response.code === 'unreachable') code = 'registry_unreachable';
    const read = response.ok ? readCslWork(response.value) : null;
    const checked = read && validateWork(read.work);
    if (checked?.ok) return done({ work: checked.work, problems: read?.problems ?? [] });
  }
  return refused(code);
}
