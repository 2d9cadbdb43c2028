import { z } from 'zod';
import { orcidIn } from '#lib/catalog/bibliography/identifiers.ts';
import { joinNameParts } from '#lib/catalog/bibliography/names.ts';
import { fetchJson } from '#lib/platform/http/fetch-json.ts';
import { done, type Outcome, refused } from '#lib/platform/outcome.ts';

/** The agencies whose records of a DOI are read. */
export type RegistrationAgency = 'Crossref' | 'DataCite';

/** An author as a registration agency lists it. */
interface RegisteredAuthor {
  name: string;
  orcid: string | null;
  /** Whether the holder of the iD signed in at ORCID when the work was submitted. */
  isAuthenticated: boolean;
}

/** What a registration agency states of a DOI. */
export interface RegistryItem {
  title: string | null;
  /** The years of its publication in any form. */
  years: number[];
  venues: string[];
  authors: RegisteredAuthor[];
  /** Whether anybody can publish such an item. Crossref: `posted-content` and what else is not refereed. DataCite: always. */
  isPosted: boolean;
  /** DataCite: the client that deposited it. */
  repository: string | null;
}

export type RegistryLookup = (agency: RegistrationAgency, doi: string) => Promise<Outcome<RegistryItem | null, 'registry_unreachable'>>;

const optionalText = z.string().nullish().catch(null);
const orcidOf = (text: string | null | undefined): string | null => orcidIn(text ?? '').value;
const dateSchema = z
  .object({ 'date-parts': z.array(z.array(z.number().nullable())) })
  .nullish()
  .catch(null);
const textList = z.array(z.string()).nullish().catch(null);
const crossrefSchema = z.object({
  message: z.object({
    type: optionalText,
    title: textList,
    'container-title': textList,
    'short-container-title': textList,
    event: z.object({ name: optionalText, acronym: optionalText }).nullish().catch(null),
    author: z
      .array(
        z.object({
          given: optionalText,
          family: optionalText,
          name: optionalText,
          ORCID: optionalText,
          'authenticated-orcid': z.boolean().nullish().catch(null),
        }),
      )
      .nullish()
      .catch(null),
    issued: dateSchema,
    'published-print': dateSchema,
    'published-online': dateSchema,
  }),
});

/** Types of Crossref that an editor or a committee has accepted. Others, such as `posted-content`, anybody can publish. */
const acceptedTypes = new Set([
  'journal-article',
  'proceedings-article',
  'book-chapter',
  'book-section',
  'book-part',
  'reference-entry',
  'book',
  'monograph',
  'edited-book',
  'reference-book',
]);

/** Parses a work of Crossref's REST API (`GET /works/{doi}`). @throws ZodError if the format differs */
export function readCrossrefItem(json: unknown): RegistryItem {
  const { message } = crossrefSchema.parse(json);
  const dates = [message.issued, message['published-print'], message['published-online']];
  return {
    title: message.title?.[0] ?? null,
    years: [...new Set(dates.flatMap((date) => date?.['date-parts'][0]?.[0] ?? []))],
    venues: [
      ...(message['container-title'] ?? []),
      ...(message['short-container-title'] ?? []),
      ...[message.event?.name, message.event?.acronym].flatMap((name) => name ?? []),
    ],
    authors: (message.author ?? []).map(({ given, family, name, ORCID, 'authenticated-orcid': isAuthenticated }) => ({
      name: name ?? joinNameParts({ given: given ?? '', family: family ?? '' }),
      orcid: orcidOf(ORCID),
      isAuthenticated: isAuthenticated === true,
    })),
    isPosted: !acceptedTypes.has(message.type ?? ''),
    repository: null,
  };
}

const dataCiteSchema = z.object({
  data: z.object({
    attributes: z.object({
      titles: z
        .array(z.object({ title: optionalText }))
        .nullish()
        .catch(null),
      container: z.object({ title: optionalText }).nullish().catch(null),
      publicationYear: z.number().nullish().catch(null),
      creators: z
        .array(
          z.object({
            name: optionalText,
            givenName: optionalText,
            familyName: optionalText,
            nameIdentifiers: z
              .array(z.object({ nameIdentifier: optionalText }))
              .nullish()
              .catch(null),
          }),
        )
        .nullish()
        .catch(null),
    }),
    relationships: z
      .object({
        client: z
          .object({ data: z.object({ id: z.string() }) })
          .nullish()
          .catch(null),
      })
      .nullish()
      .catch(null),
  }),
});

/** Parses a DOI of DataCite's REST API (`GET /dois/{doi}`). @throws ZodError if the format differs */
export function readDataCiteItem(json: unknown): RegistryItem {
  const { attributes, relationships } = dataCiteSchema.parse(json).data;
  return {
    title: attributes.titles?.[0]?.title ?? null,
    years: attributes.publicationYear ? [attributes.publicationYear] : [],
    venues: attributes.container?.title ? [attributes.container.title] : [],
    authors: (attributes.creators ?? []).map(({ name, givenName, familyName, nameIdentifiers }) => ({
      name: familyName ? joinNameParts({ given: givenName ?? '', family: familyName }) : (name ?? ''),
      orcid: (nameIdentifiers ?? []).map(({ nameIdentifier }) => orcidOf(nameIdentifier)).find((each) => each !== null) ?? null,
      isAuthenticated: false,
    })),
    isPosted: true,
    repository: relationships?.client?.data.id.toLowerCase() ?? null,
  };
}

/** Creates the look-up of DOIs at the agencies' APIs. */
export const createRegistryLookup =
  (addresses: Record<RegistrationAgency, string>): RegistryLookup =>
  async (agency, doi) => {
    const path = agency === 'Crossref' ? 'works' : 'dois';
    const response = await fetchJson(`${addresses[agency].replace(/\/+$/, '')}/${path}/${encodeURIComponent(doi)}`);
    if (!response.ok) return response.code === 'not_found' ? done(null) : refused('registry_unreachable');
    try {
      return done(agency === 'Crossref' ? readCrossrefItem(response.value) : readDataCiteItem(response.value));
    } catch {
      return refused('registry_unreachable');
    }
  };
