import { readFileSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import type { Plugin } from 'esbuild';
import { collectRoutes } from '#lib/runtime/routes/collect.ts';
import { isStaticRoute } from './routes.ts';

/** File of the pages that are rendered to static markup. They are bundled, since Node.js cannot load components directly. */
export const staticMarkupFile = '.next/static-markup/static-markup.mjs';

/** Bundles the pages that are rendered to static markup. Part of every build. */
export async function buildStaticMarkup(): Promise<void> {
  const { build } = await import('esbuild');
  await build({
    entryPoints: ['app/static-markup.tsx'],
    outfile: staticMarkupFile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    jsx: 'automatic',
    // Bundled packages are CommonJS and require modules of Node.js.
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
    define: { 'process.env.NODE_ENV': '"production"' },
    external: packagesExcept(['next', 'react', 'react-dom']),
    legalComments: 'none',
    logLevel: 'silent',
    plugins: [staticPages, frameworkReplacements, frameworkStubs],
  });
}

/**
 * Returns the packages to exclude from the bundle. React is bundled, so that all components share one instance; other packages are the
 * server's.
 */
function packagesExcept(bundled: readonly string[]): string[] {
  const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as { dependencies: Record<string, string> };
  return Object.keys(dependencies)
    .filter((name) => !bundled.includes(name))
    .flatMap((name) => [name, `${name}/*`]);
}

/** Writes the module `static-pages`, which has the pages whose policy says that they are drawn without Next.js. */
const staticPages: Plugin = {
  name: 'static-pages',
  setup(build) {
    build.onResolve({ filter: /^static-pages$/ }, ({ path }) => ({ path, namespace: 'static-pages' }));
    build.onLoad({ filter: /.*/, namespace: 'static-pages' }, () => {
      const names = collectRoutes()
        .filter(isStaticRoute)
        .map(({ name }) => name);
      const imports = names.map((name, at) => `import * as page${at} from ${JSON.stringify(`.${name === '/' ? '' : name}/page.tsx`)};`);
      const entries = names.map((name, at) => `${JSON.stringify(name)}: page${at}`);
      return {
        contents: `${imports.join('\n')}\nexport const pages = { ${entries.join(', ')} };`,
        loader: 'ts',
        resolveDir: resolve('app'),
      };
    });
  },
};

const frameworkFolder = resolve('lib/runtime/static-markup/framework');

/** Replaces modules of Next.js and React that the pages import. */
const frameworkReplacements: Plugin = {
  name: 'framework-replacements',
  setup(build) {
    build.onResolve({ filter: /^(?:next\/(?:headers|navigation|server)|react)$/ }, ({ path, importer }) =>
      importer.includes('node_modules') || importer.startsWith(frameworkFolder)
        ? null
        : { path: `${frameworkFolder}/${path.replace('/', '-')}.ts` },
    );
  },
};

/** Client components that render without script, or that the live script takes over (`components/live/island.tsx`). */
const renderedWithoutScript =
  /components\/(?:site\/(?:nav-links|action-form|use-form-action)|ui\/focused|ui\/local-time|invitations\/preview-form|accounts\/security\/passkey-buttons)\.tsx?$/;

/** The server actions of the build of Next.js, by its ids. */
type Actions = Readonly<Record<string, { filename: string; exportedName: string }>>;
const readActions = (): Actions => JSON.parse(readFileSync('.next/server/server-reference-manifest.json', 'utf8')).node;

const exportedNames = /^export (?:default )?(?:async )?(?:function|const|class) (\w+)/gm;

/**
 * Replaces server actions by what their forms send, and client components by stubs, since they require Next.js. A page that renders one of
 * these components is rendered by Next.js.
 */
const frameworkStubs: Plugin = {
  name: 'framework-stubs',
  setup(build) {
    const actions = readActions();
    build.onLoad({ filter: /\/(?:app|components|lib)\/.*\.tsx?$/ }, ({ path }) => {
      const source = readFileSync(path, 'utf8');
      const kind = /^'use (client|server)';/.exec(source)?.[1];
      if (!kind || renderedWithoutScript.test(path)) return null;
      const names = [...source.matchAll(exportedNames)].map(([, name = '']) => name);
      const file = relative('.', path);
      const idOf = (name: string) => Object.keys(actions).find((id) => isAction(actions[id], file, name));
      const exported = names.map((name) => {
        const id = kind === 'server' ? idOf(name) : undefined;
        return id ? `export const ${name} = serverAction(${JSON.stringify(id)});` : `export { needsFramework as ${name} };`;
      });
      const imports = `import { needsFramework } from './needs-framework.ts'; import { serverAction } from './server-action.ts';`;
      return { contents: [imports, ...exported].join('\n'), loader: 'ts', resolveDir: frameworkFolder };
    });
  },
};

const isAction = (action: Actions[string] | undefined, file: string, name: string): boolean =>
  action?.filename === file && action.exportedName === name;
