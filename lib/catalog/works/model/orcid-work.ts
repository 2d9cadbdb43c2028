import { type WorkType, writeType } from '#lib/catalog/bibliography/types.ts';
import { escapeXml } from './feeds.ts';
import type { CorrectedWork } from './upstream-notes.ts';

const element = (name: string, text: string | null | undefined): string[] => (text ? [`<${name}>${escapeXml(text)}</${name}>`] : []);

/** Maximum length of an abstract at ORCID, in characters. */
const maxDescriptionCharacters = 5_000;

/** Formats the corrected work as XML of the ORCID API, version 3.0. */
export function formatOrcidWork({ field, value, work }: CorrectedWork): string {
  const correctedOr = (name: string, shown: string | null): string | null => (field === name ? value : shown);
  const [year, month, day] = correctedOr('date', work.date)?.split('-') ?? [];
  const date = [...element('common:year', year), ...element('common:month', month), ...element('common:day', day)];
  const dois = field === 'doi' ? [value] : work.identifiers.flatMap((each) => (each.scheme === 'doi' ? each.value : []));
  const others = work.identifiers.filter(({ scheme }) => scheme === 'arxiv' || scheme === 'isbn');
  const ids = [...dois.map((doi) => ({ scheme: 'doi', value: doi })), ...others];
  const lines = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<work:work xmlns:common="http://www.orcid.org/ns/common" xmlns:work="http://www.orcid.org/ns/work">',
    `<work:title>${element('common:title', correctedOr('title', work.title)).join('')}</work:title>`,
    ...element('work:journal-title', correctedOr('venue', work.venue)),
    ...element('work:short-description', field === 'abstract' ? value.slice(0, maxDescriptionCharacters) : null),
    ...element('work:type', writeType('orcid', (field === 'type' ? value : work.type) as WorkType)),
    ...(date.length > 0 ? [`<common:publication-date>${date.join('')}</common:publication-date>`] : []),
    ...(ids.length > 0 ? [`<common:external-ids>${ids.map(externalId).join('')}</common:external-ids>`] : []),
    ...element('common:language-code', field === 'language' ? value.split('-')[0] : null),
    '</work:work>',
  ];
  return `${lines.join('\n')}\n`;
}

const externalId = ({ scheme, value }: { scheme: string; value: string }): string =>
  `<common:external-id>${[
    ...element('common:external-id-type', scheme),
    ...element('common:external-id-value', value),
    ...element('common:external-id-relationship', 'self'),
  ].join('')}</common:external-id>`;
