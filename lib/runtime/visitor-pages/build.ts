import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Plugin } from 'esbuild';
import { nextMedia } from './next-media.ts';

/** The pages for visitors as a file that Node reads: they are written for the framework's compiler. */
export const visitorPagesFile = '.next/visitor-pages/visitor-pages.mjs';

/** Builds the pages for visitors. Part of every build. */
export async function buildVisitorPages(): Promise<void> {
  const { build } = await import('esbuild');
  await build({
    entryPoints: ['app/visitor-pages.tsx'],
    outfile: visitorPagesFile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    jsx: 'automatic',
    // What is built in is CommonJS, and requires modules of Node.
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
    define: { 'process.env.NODE_ENV': '"production"' },
    external: packagesBut(['next', 'react', 'react-dom']),
    legalComments: 'none',
    logLevel: 'silent',
    plugins: [inPlaceOfTheFramework, boundaries, nextMedia],
  });
}

/** React is built in, so that it is the same for all that is drawn. Other packages are those of the server. */
function packagesBut(built: readonly string[]): string[] {
  const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as { dependencies: Record<string, string> };
  return Object.keys(dependencies)
    .filter((name) => !built.includes(name))
    .flatMap((name) => [name, `${name}/*`]);
}

const framework = resolve('lib/runtime/visitor-pages/framework');

/** What the pages import of the framework. */
const inPlaceOfTheFramework: Plugin = {
  name: 'in-place-of-the-framework',
  setup(build) {
    build.onResolve({ filter: /^(?:next\/(?:headers|navigation|server)|react)$/ }, ({ path, importer }) =>
      importer.includes('node_modules') || importer.startsWith(framework) ? null : { path: `${framework}/${path.replace('/', '-')}.ts` },
    );
  },
};

/** Components of the browser that need no script to be drawn. */
const drawnWithoutScript = /components\/site\/nav-links\.tsx$/;

const names = /^export (?:default )?(?:async )?(?:function|const|class) (\w+)/gm;

/**
 * Components of the browser, and actions of the server, work by the framework alone. A page that draws one of the first is left to it, and
 * so is one with a form whose action is one of the others.
 */
const boundaries: Plugin = {
  name: 'boundaries',
  setup: (build) =>
    build.onLoad({ filter: /\/(?:app|components|lib)\/.*\.tsx?$/ }, ({ path }) => {
      const source = readFileSync(path, 'utf8');
      if (!/^'use (?:client|server)';/.test(source) || drawnWithoutScript.test(path)) return null;
      const stubs = [...source.matchAll(names)].map(([, name]) => `export { needsFramework as ${name} };`);
      const from = `import { needsFramework } from ${JSON.stringify(`${framework}/needs-framework.ts`)};`;
      return { contents: [from, ...stubs].join('\n'), loader: 'ts', resolveDir: framework };
    }),
};
