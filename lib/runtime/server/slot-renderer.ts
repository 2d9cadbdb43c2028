import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import type { FilledSlot } from '#lib/portal/me/model.ts';
import { nextMedia } from '#lib/runtime/visitor-pages/next-media.ts';

/** The renderer of slots as a file that Node reads: its components are written for the pages' compiler. */
export const slotRenderer = '.next/slots/render-slot.cjs';

/** Builds the renderer. Part of every build. */
export async function buildSlotRenderer(): Promise<void> {
  const { build } = await import('esbuild');
  await build({
    entryPoints: ['components/slots/render-slot.tsx'],
    outfile: slotRenderer,
    bundle: true,
    minify: true,
    platform: 'node',
    format: 'cjs',
    jsx: 'automatic',
    define: { 'process.env.NODE_ENV': '"production"' },
    legalComments: 'none',
    logLevel: 'silent',
    plugins: [nextMedia],
  });
}

type Render = (slot: FilledSlot) => string;
let loaded: Render | null | undefined;

/** Draws a slot; null where the pages are served as they are being written, and have no build. */
export function slotRender(): Render | null {
  if (loaded === undefined) {
    const file = resolve(slotRenderer);
    const isBuilt = process.env.NODE_ENV !== 'development' && existsSync(file);
    loaded = isBuilt ? (createRequire(file)(file) as { renderSlot: Render }).renderSlot : null;
  }
  return loaded;
}
