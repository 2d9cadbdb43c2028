import { joinWords } from '#components/ui/sentence.ts';
import type { WorkView } from '#lib/catalog/works/model/views.ts';
import { matchedFields } from '#lib/portal/search/model/matched-fields.ts';

/** Returns which fields of a work match: "Found in the title and the names of 2 authors". */
export function MatchedFieldsNote({ work, words }: { work: WorkView; words: readonly string[] }) {
  const { title, authors, venue, abstract } = matchedFields(work, words);
  const summary = work.abstract?.source.id === 'peergraph' ? 'the summary' : 'the abstract';
  const fields = [
    title && 'the title',
    authors > 0 && (authors === 1 ? 'the name of an author' : `the names of ${authors} authors`),
    venue && 'the venue',
    abstract && summary,
  ];
  const matchedNames = fields.filter((field) => field !== false);
  return matchedNames.length > 0 ? <span>Found in {joinWords(matchedNames)}</span> : null;
}
