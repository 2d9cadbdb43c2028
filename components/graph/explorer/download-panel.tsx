import { useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import type { GraphSlice } from '#lib/catalog/graph/model/kinds.ts';
import type { GraphQuery } from '#lib/catalog/graph/model/query.ts';
import { graphEmbed, graphFiles } from '#lib/portal/pages/model/graph-files.ts';

interface Props {
  query: GraphQuery;
  /** What is shown now. */
  slice: GraphSlice;
  /** Draws the picture as it is now. */
  drawSvg: () => string;
}

const svgType = 'image/svg+xml';
/** Pixels of the PNG for each unit of the SVG, so that it is sharp in print. */
const pngScale = 2;

function save(content: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

async function toPng(svg: string): Promise<Blob> {
  const picture = new Image();
  picture.src = `data:${svgType};charset=utf-8,${encodeURIComponent(svg)}`;
  await picture.decode();
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { width: picture.naturalWidth * pngScale, height: picture.naturalHeight * pngScale });
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('The canvas has no picture.'))), 'image/png');
  });
}

/** Files for papers, slides and other tools: of what is shown now, with what was expanded and without what was hidden. */
export function DownloadPanel({ query, slice, drawSvg }: Props) {
  const [hasFailed, setFailed] = useState(false);
  const name = `graph-${query.from.replace(':', '-')}`;
  const button = (label: string, onClick: () => void) => (
    <Button key={label} type="button" className="min-h-9! px-3!" onClick={onClick}>
      {label}
    </Button>
  );
  return (
    <div className="grid gap-3 text-sm">
      <p className="text-soft text-xs">The picture as it is now:</p>
      <div className="flex flex-wrap gap-2">
        {button('Picture as SVG', () => save(new Blob([drawSvg()], { type: svgType }), `${name}.svg`))}
        {button('Picture as PNG', () => {
          toPng(drawSvg()).then(
            (png) => save(png, `${name}.png`),
            () => setFailed(true),
          );
        })}
      </div>
      {hasFailed && <p role="alert">This browser cannot make the PNG. Download the SVG.</p>}
      <p className="text-soft text-xs">Its nodes and links:</p>
      <div className="flex flex-wrap gap-2">
        {Object.entries(graphFiles).map(([file, { label, type, write }]) =>
          button(label, () => save(new Blob([write(slice, window.location.origin)], { type }), `${name}-${file}`)),
        )}
      </div>
      <label className="text-soft text-xs">
        Show it on your page, as the server draws it
        <textarea
          readOnly
          rows={3}
          value={graphEmbed(query, slice.start.label, window.location.origin)}
          className="small-field font-mono"
        />
      </label>
    </div>
  );
}
