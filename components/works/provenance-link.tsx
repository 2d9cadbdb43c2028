import { Day } from '#components/ui/day.tsx';
import { ExternalLink } from '#components/ui/external-link.tsx';
import { formatCount, joinWords } from '#components/ui/sentence.ts';
import { Tag } from '#components/ui/tag.tsx';
import { sourceNameInSentence } from '#lib/catalog/sources/model.ts';
import type { AssertedValue, Fact } from '#lib/catalog/works/model/assertions.ts';
import type { SourceLabel } from '#lib/catalog/works/model/views.ts';
import { plainText } from '#lib/platform/text/rich-text.ts';
import { MarkedLanguage } from './marked-language.tsx';
import { RichText } from './rich-text.tsx';
import { factLabels } from './work-labels.ts';

interface Props {
  facts: readonly Fact[];
  resolutions: readonly { source: SourceLabel; words: string; names: number }[];
}

/** Every fact of a work with the assertions of each source, and links to them. */
export function ProvenanceLink({ facts, resolutions }: Props) {
  if (facts.length === 0) return <p className="text-soft">No source’s record of this work is kept here.</p>;
  return (
    <div className="no-print divide-y divide-line border-line border-y">
      {facts.map((fact) => (
        <details key={fact.name} className="py-1.5">
          <summary className="chevron">
            {factLabels[fact.name]} <span className={fact.disagree ? 'text-warn' : 'text-soft'}>· {summaryOf(fact)}</span>
          </summary>
          <div className="pt-1 pb-2 pl-5 text-sm">
            <ul className="space-y-1.5">
              {fact.assertions.map((assertion) => (
                <li key={`${assertion.source.id} ${plainText(assertion.value)}`}>
                  <Assertion assertion={assertion} />
                </li>
              ))}
            </ul>
            {fact.name === 'authors' && <Resolutions resolutions={resolutions} />}
            <p className="mt-1.5 max-w-measure text-soft text-xs">{fact.rule}</p>
          </div>
        </details>
      ))}
    </div>
  );
}

/** "BZPEER and Scholar Feed disagree". */
function summaryOf({ assertions, disagree }: Fact): string {
  const names = [...new Set(assertions.map(({ source }) => source.name))];
  const sourceNames = names.length > 3 ? formatCount(names.length, 'source') : joinWords(names);
  if (disagree) return names.length > 1 ? `${sourceNames} disagree` : `records of ${sourceNames} disagree`;
  return sourceNames;
}

function Assertion({ assertion }: { assertion: AssertedValue }) {
  return (
    <>
      <span className="text-soft">
        {assertion.href === null ? assertion.source.name : <ExternalLink href={assertion.href}>{assertion.source.name}</ExternalLink>},{' '}
        {assertion.source.id === 'correction' ? 'accepted' : 'read'} on <Day at={assertion.observedAt} />:
      </span>{' '}
      <MarkedLanguage language={assertion.language} text={assertion.value}>
        <RichText tree={assertion.value} />
      </MarkedLanguage>
      {assertion.details && ` (${assertion.details})`} {assertion.shown && <Tag variant="accent">Shown</Tag>}
      {assertion.note && (
        <span className="block max-w-measure whitespace-pre-line break-words text-soft">
          {assertion.source.id === 'correction' && 'Evidence: '}
          {assertion.note}
        </span>
      )}
    </>
  );
}

function Resolutions({ resolutions }: { resolutions: Props['resolutions'] }) {
  if (resolutions.length === 0) return null;
  return (
    <>
      <p className="mt-1.5 text-soft">How names are assigned to profiles:</p>
      <ul>
        {resolutions.map(({ source, words, names }) => (
          <li key={`${source.id} ${words}`}>
            {formatCount(names, 'name')} after {sourceNameInSentence(source)}: {words}
          </li>
        ))}
      </ul>
    </>
  );
}
