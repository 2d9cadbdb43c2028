import { useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { formatGraphQuery, type GraphQuery } from '#lib/catalog/graph/model/query.ts';

interface Props {
  query: GraphQuery;
  /** The files that the server offers, as its part of the page names them. */
  files: readonly { name: string; path: string }[];
  /** Draws the picture as it is now. */
  drawSvg: () => string;
  fileName: string;
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
  return new Promise((resolve, reject) => canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/png'));
}

/** Files for papers, slides and other tools: the picture as it is now, and the data of the server. */
export function DownloadPanel({ query, files, drawSvg, fileName }: Props) {
  const [hasFailed, setFailed] = useState(false);
  return (
    <div className="grid gap-3 text-sm">
      <p className="text-soft text-xs">The picture as it is now, with what you pinned, hid and expanded:</p>
      <div className="flex flex-wrap gap-2">
        <Button type="button" className="min-h-9!" onClick={() => save(new Blob([drawSvg()], { type: svgType }), `${fileName}.svg`)}>
          Picture as SVG
        </Button>
        <Button
          type="button"
          className="min-h-9!"
          onClick={() =>
            toPng(drawSvg()).then(
              (png) => save(png, `${fileName}.png`),
              () => setFailed(true),
            )
          }
        >
          Picture as PNG
        </Button>
      </div>
      {hasFailed && <p role="alert">This browser cannot make the PNG. Download the SVG.</p>}
      {files.length > 0 && (
        <>
          <p className="text-soft text-xs">The data under these filters:</p>
          <ul className="flex flex-wrap gap-x-4 gap-y-1">
            {files.map(({ name, path }) => (
              <li key={path}>
                <a href={`${path}${formatGraphQuery(query)}`} download className="inline-block leading-6">
                  {name}
                </a>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
