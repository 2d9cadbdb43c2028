import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import type { FilledSlot } from '#lib/portal/me/model.ts';

/** File of the slot renderer. It is bundled, since Node.js cannot load components directly. */
export const slotRendererFile = '.next/slots/render-slot.cjs';

/** Builds the renderer. Part of every build. */
export async function buildSlotRenderer(): Promise<void> {
  const { build } = await import('esbuild');
  await build({
    entryPoints: ['components/slots/render-slot.tsx'],
    outfile: slotRendererFile,
    bundle: true,
    minify: true,
    platform: 'node',
    format: 'cjs',
    jsx: 'automatic',
    define: { 'process.env.NODE_ENV': '"production"' },
    legalComments: 'none',
    logLevel: 'silent',
  });
}

type Render = (slot: FilledSlot) => string;
let loaded: Render | null | undefined;

/** Returns the function that renders a slot; null in development, where there is no build. */
export function loadSlotRenderer(): Render | null {
  if (loaded === undefined) {
    const file = resolve(slotRendererFile);
    const isBuilt = process.env.NODE_ENV !== 'development' && existsSync(file);
    loaded = isBuilt ? (createRequire(file)(file) as { renderSlot: Render }).renderSlot : null;
  }
  return loaded;
}
