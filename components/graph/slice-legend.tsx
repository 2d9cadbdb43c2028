import { formatNumber } from '#components/ui/sentence.ts';
import { type GraphSlice, nodeKindFacts, nodeKinds } from '#lib/catalog/graph/model/kinds.ts';
import { KindMark } from './kind-mark.tsx';

/** The kinds in a slice: mark, number shown, and number of all, if more are known. */
export function SliceLegend({ slice: { nodes, omitted } }: { slice: GraphSlice }) {
  const counts = nodeKinds.flatMap((kind) => {
    const shown = nodes.filter((node) => node.kind === kind && node.steps > 0).length;
    const cut = omitted.find((each) => each.kind === kind);
    return shown > 0 || cut ? [{ kind, shown, cut }] : [];
  });
  return (
    <ul aria-label="In this graph" className="flex flex-wrap gap-x-4 gap-y-1 text-read text-xs">
      {counts.map(({ kind, shown, cut }) => (
        <li key={kind} className="flex items-center gap-1.5">
          <KindMark kind={kind} />
          {formatNumber(shown)}
          {cut?.total ? ` of ${formatNumber(cut.total)}` : ''}{' '}
          {shown === 1 && !cut?.total ? nodeKindFacts[kind].one : nodeKindFacts[kind].plural}
          {cut && cut.total === null && ', more not shown'}
        </li>
      ))}
    </ul>
  );
}
