import { readdirSync } from 'node:fs';
import { basename } from 'node:path';
import type { Plugin } from 'esbuild';

const mediaFolder = '.next/static/media';

/** Resolves images to the file names that the Next.js build has given them. */
export const nextMedia: Plugin = {
  name: 'next-media',
  setup: (build) =>
    build.onLoad({ filter: /\.svg$/ }, ({ path }) => {
      const file = readdirSync(mediaFolder).find((name) => name.startsWith(`${basename(path, '.svg')}.`) && name.endsWith('.svg'));
      if (!file) throw new Error(`The build has no file of ${path}.`);
      return { contents: JSON.stringify({ src: `/_next/static/media/${file}` }), loader: 'json' };
    }),
};
