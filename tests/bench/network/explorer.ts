import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Browser, chromium, type Page } from '@playwright/test';
import { build } from 'esbuild';
import type { GraphLink, GraphNode, GraphSlice, NodeKind } from '#lib/catalog/graph/model/kinds.ts';
import { graphQueryOf } from '#lib/catalog/graph/model/query.ts';
import { browserScriptOptions } from '#lib/runtime/server/processes/browser-scripts.ts';
import { findChromium } from '../../chromium.ts';
import { seededRandom } from '../draws.ts';

const sizes = [
  { nodes: 150, links: 600 },
  { nodes: 1_000, links: 5_000 },
  { nodes: 10_000, links: 50_000 },
];
const movementMs = 4_000;
const maxLayoutMs = 180_000;

/** Returns a graph with communities: most links are within one of them, and few nodes have many links. */
function createSlice({ nodes: count, links: wanted }: (typeof sizes)[number]): GraphSlice {
  const random = seededRandom(3);
  const kinds: NodeKind[] = ['author', 'author', 'author', 'work', 'work', 'topic', 'venue', 'institution'];
  const communities = Math.max(4, Math.round(count / 60));
  const nodes = Array.from({ length: count }, (_, index): GraphNode => {
    const kind = index === 0 ? 'author' : (kinds[Math.floor(random() * kinds.length)] ?? 'author');
    const works = 1 + Math.floor(random() ** 3 * 60);
    return { id: `${kind}:n${index}`, kind, label: `Node ${index} of the graph`, href: '/', steps: index === 0 ? 0 : 1, works };
  });
  const links = new Map<string, GraphLink>();
  const add = (one: number, other: number) => {
    const [from, to] = [nodes[Math.min(one, other)], nodes[Math.max(one, other)]];
    if (!from || !to || from === to) return;
    const [works, firstYear] = [1 + Math.floor(random() ** 4 * 30), 1980 + Math.floor(random() * 45)];
    links.set(`${from.id} ${to.id}`, { from: from.id, to: to.id, kind: 'together', works, firstYear, lastYear: firstYear, href: '/' });
  };
  for (let index = 1; index < count; index += 1) add(index, Math.floor(random() ** 2 * index));
  while (links.size < wanted) {
    const one = Math.floor(random() * count);
    const other = random() < 0.85 ? (one + communities * (1 + Math.floor(random() ** 2 * 60))) % count : Math.floor(random() * count);
    add(one, other);
  }
  const [start] = nodes;
  if (!start) throw new Error('A graph has a start.');
  return { start, nodes, links: [...links.values()], omitted: [] };
}

/** Serves the explorer with one generated slice, whatever is requested of it. */
async function serveExplorer(slice: GraphSlice) {
  const { outputFiles } = await build(browserScriptOptions);
  const textOf = (name: string) => outputFiles.find(({ path }) => path.endsWith(`${name}.js`))?.text ?? '';
  const answers: Record<string, [type: string, text: string]> = {
    '/graph': [
      'text/html',
      `<!doctype html><title>Graph</title><style>[role=application] { position: relative; width: 900px; height: 600px; } details, table { display: none; }</style>
       <main><div data-graph></div></main><script type="module" src="/graph.js" data-worker="/worker.js"></script>`,
    ],
    '/graph.js': ['text/javascript', textOf('/graph')],
    '/worker.js': ['text/javascript', textOf('/graph-worker')],
    '/graph/slice.json': ['application/json', JSON.stringify({ query: graphQueryOf(slice.start.id), ...slice })],
  };
  const server = createServer(({ url = '' }, response) => {
    const [type, text] = answers[url.split('?', 1)[0] ?? ''] ?? ['text/plain', ''];
    response.writeHead(200, { 'content-type': type }).end(text);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/graph?from=${slice.start.id}` };
}

/** Starts to note the time between frames; the second call returns them. */
const startFrames = (page: Page) =>
  page.evaluate(() => {
    const times: number[] = [];
    let last = performance.now();
    const note = (now: number) => {
      times.push(now - last);
      last = now;
      (window as unknown as { frame: number }).frame = requestAnimationFrame(note);
    };
    (window as unknown as { times: number[] }).times = times;
    (window as unknown as { frame: number }).frame = requestAnimationFrame(note);
  });
const stopFrames = (page: Page): Promise<number[]> =>
  page.evaluate(() => {
    cancelAnimationFrame((window as unknown as { frame: number }).frame);
    return (window as unknown as { times: number[] }).times.slice(1);
  });

interface Frames {
  perSecond: number;
  median: number;
  p95: number;
}

async function framesOf(page: Page, move: (step: number) => Promise<void>): Promise<Frames> {
  const until = performance.now() + movementMs;
  await startFrames(page);
  for (let step = 0; performance.now() < until; step += 1) await move(step);
  const times = (await stopFrames(page)).sort((a, b) => a - b);
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN;
  const total = times.reduce((sum, time) => sum + time, 0);
  return { perSecond: (times.length * 1_000) / total, median: at(0.5), p95: at(0.95) };
}

async function measure(browser: Browser, size: (typeof sizes)[number]): Promise<void> {
  const { server, url } = await serveExplorer(createSlice(size));
  const page = await browser.newPage({ viewport: { width: 1_000, height: 800 } });
  try {
    const startedAt = performance.now();
    await page.goto(url);
    await page.waitForSelector('[data-explorer="drawn"]', { timeout: maxLayoutMs });
    const firstMs = performance.now() - startedAt;
    await page.waitForSelector('[data-explorer="drawn"][data-arranged="true"]', { timeout: maxLayoutMs });
    const layoutMs = performance.now() - startedAt;
    const [x, y] = [450, 400];
    await page.mouse.move(x, y);
    await page.mouse.down();
    const pan = await framesOf(page, (step) => page.mouse.move(x + 150 * Math.sin(step / 12), y + 100 * Math.cos(step / 12)));
    await page.mouse.up();
    const zoom = await framesOf(page, (step) => page.mouse.wheel(0, Math.floor(step / 20) % 2 === 0 ? -60 : 60));
    const hover = await framesOf(page, (step) => page.mouse.move(x + 200 * Math.sin(step / 9), y + 150 * Math.cos(step / 7)));
    const show = ({ perSecond, median, p95 }: Frames) =>
      `${perSecond.toFixed(0)}/s (median ${median.toFixed(0)} ms, p95 ${p95.toFixed(0)})`;
    console.log(
      `  ${size.nodes} nodes, ${size.links} links: first frame ${firstMs.toFixed(0)} ms, layout ${layoutMs.toFixed(0)} ms; ` +
        `frames while panning ${show(pan)}, zooming ${show(zoom)}, pointing ${show(hover)}`,
    );
  } finally {
    await page.close();
    server.closeAllConnections();
    server.close();
  }
}

/** Measures the explorer in Chromium: the first frame, the layout, and the times of frames while the picture moves. */
export async function benchExplorer(): Promise<void> {
  const args = ['--no-sandbox', '--enable-unsafe-swiftshader'];
  const browser = await chromium.launch({ executablePath: await findChromium(), args });
  try {
    const page = await browser.newPage();
    const renderer = await page.evaluate(() => {
      const gl = document.createElement('canvas').getContext('webgl');
      return gl ? String(gl.getParameter(gl.getExtension('WEBGL_debug_renderer_info')?.UNMASKED_RENDERER_WEBGL ?? gl.RENDERER)) : 'none';
    });
    await page.close();
    console.log(`graph explorer, WebGL by ${renderer}`);
    for (const size of sizes) await measure(browser, size);
  } finally {
    await browser.close();
  }
}
