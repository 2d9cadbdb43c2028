import type { GraphSlice } from '#lib/catalog/graph/model/kinds.ts';
import { layoutSlice, lineHeightEm, pageSize } from './slice-layout.ts';
import { legendEntries, sliceSvg } from './slice-svg.ts';

const widthOfLabel = 240;
const alignments = { start: 'flex-start', middle: 'center', end: 'flex-end' } as const;
const shifts = { start: 0, middle: widthOfLabel / 2, end: widthOfLabel } as const;

/** A slice for drawing as an image: labels with the fonts of share cards, everything else as SVG. Styles are inline, without style sheets. */
export function sliceImage(slice: GraphSlice, fonts: string) {
  const { points, fontSize } = layoutSlice(slice, pageSize);
  const background = `data:image/svg+xml;base64,${Buffer.from(sliceSvg(slice, { base: '', hasLabels: false })).toString('base64')}`;
  const labels = [...points.values()].flatMap(({ lines, ...point }) =>
    lines.map((label, line) => ({ ...point, label, top: point.y + point.at.y + fontSize * (lineHeightEm * line - 1.05) })),
  );
  return (
    <div
      style={{
        display: 'flex',
        width: '100%',
        height: '100%',
        position: 'relative',
        backgroundImage: `url(${background})`,
        backgroundSize: '100% 100%',
        color: '#1c1d20',
        fontFamily: fonts,
      }}
    >
      {labels.map(({ node, x, top, label, at }) => (
        <div
          key={`${node.id} ${label}`}
          style={{
            ...{ display: 'flex', position: 'absolute', width: widthOfLabel, justifyContent: alignments[at.anchor] },
            ...{ left: x + at.x - shifts[at.anchor], top },
            ...{ fontSize, lineHeight: 1.25, fontWeight: node.steps === 0 ? 600 : 400, whiteSpace: 'nowrap' },
          }}
        >
          {label}
        </div>
      ))}
      {legendEntries(slice).map(({ kind, label, x, y }) => (
        <div
          key={kind}
          style={{ display: 'flex', position: 'absolute', left: x + 10, top: y - fontSize * 0.65, fontSize, color: '#5b5e66' }}
        >
          {label}
        </div>
      ))}
    </div>
  );
}
