import { type Layer, layers } from './layers.ts';

const purposes: Record<Layer, string> = {
  platform: 'knows nothing of research',
  catalog: 'the public record, true without any account',
  community: 'what people do with it',
  governance: 'deciding about records',
  portal: 'composes many modules for one screen or file',
  runtime: 'processes',
};

const width = 960;
const margin = 24;
const rowHeight = 30;
const charWidth = 7.4;
const gap = 8;

interface Box {
  name: string;
  x: number;
  y: number;
  width: number;
}

/** Lays out the modules of a layer in rows, in order. */
function layOut(names: readonly string[], top: number): { boxes: Box[]; height: number } {
  const boxes: Box[] = [];
  let [x, y] = [margin + 16, top + 44];
  for (const name of names) {
    const boxWidth = Math.round(name.length * charWidth + 20);
    if (x + boxWidth > width - margin - 16) [x, y] = [margin + 16, y + rowHeight + gap];
    boxes.push({ name, x, y, width: boxWidth });
    x += boxWidth + gap;
  }
  return { boxes, height: y + rowHeight + 14 - top };
}

const boxSvg = ({ name, x, y, width: boxWidth }: Box): string =>
  `<rect x="${x}" y="${y}" width="${boxWidth}" height="${rowHeight}" rx="4" class="module"/><text x="${x + 10}" y="${y + 20}">${name}</text>`;

/** Renders the layers as SVG, lowest at the bottom, each with its modules in order. */
export function layersDiagram(): string {
  const parts: string[] = [];
  let top = margin;
  for (const [layer, names] of Object.entries(layers).reverse() as [Layer, string][]) {
    const { boxes, height } = layOut(names.split(' '), top);
    parts.push(
      `<rect x="${margin}" y="${top}" width="${width - 2 * margin}" height="${height}" rx="8" class="layer"/>`,
      `<text x="${margin + 16}" y="${top + 28}"><tspan class="name">lib/${layer}</tspan><tspan dx="12">${purposes[layer]}</tspan></text>`,
      ...boxes.map(boxSvg),
    );
    top += height + 12;
  }
  const title = `The layers of lib: ${Object.keys(layers).join(', ')}, the lowest first. A module imports only from modules before it.`;
  const style =
    'text{font:13px ui-monospace,monospace;fill:#1f2328}.name{font-weight:700}.layer{fill:#f6f8fa;stroke:#8c959f}.module{fill:#fff;stroke:#57606a}';
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${top + margin - 12}" role="img" aria-labelledby="t"><title id="t">${title}</title><style>${style}</style>
${parts.join('\n')}
</svg>
`;
}
