import { Day } from '#components/ui/day.tsx';
import { ExternalLink } from '#components/ui/external-link.tsx';
import type { CodeView } from '#lib/catalog/works/model/views.ts';
import { safeHref } from '#lib/platform/text/rich-text.ts';
import { codeLabels } from './work-labels.ts';

/** The availability of the work's code, and since when. Empty if no source states anything. */
export function CodeState({ code }: { code: CodeView | null }) {
  if (code === null || code.state === 'none') return null;
  const title = code.evidence ?? undefined;
  const href = code.url === null ? null : safeHref(code.url);
  return (
    <span>
      {href === null ? (
        <span title={title}>{codeLabels[code.state]}</span>
      ) : (
        <ExternalLink href={href} title={title}>
          {codeLabels[code.state]}
        </ExternalLink>
      )}
      {code.state === 'reachable' && code.checked && (
        <>
          , checked on <Day at={code.checked.at} />
        </>
      )}
    </span>
  );
}

/** The result of the last check of the code link; empty before the first check. */
export function CodeCheckResult({ code }: { code: CodeView }) {
  const { checked } = code;
  if (checked === null) return code.url === null ? null : <>The link has not been checked yet.</>;
  return (
    <>
      {checked.outcome === 'reachable' && 'The link answered'}
      {checked.outcome === 'gone' && 'The link is broken'}
      {checked.outcome === 'unreachable' && 'The link did not answer clearly'}
      {checked.status !== null && checked.outcome !== 'reachable' && ` (${checked.status})`} when checked on <Day at={checked.at} />.
    </>
  );
}
