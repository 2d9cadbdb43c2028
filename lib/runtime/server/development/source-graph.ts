import { globSync } from 'node:fs';
import { inspect } from 'node:util';
import { type BuildFailure, context, formatMessages, type Metafile } from 'esbuild';
import { browserScriptOptions, writeBrowserScripts } from '../processes/browser-scripts.ts';
import { reloadScript } from './reload.ts';

const entries = { server: 'lib/runtime/server/start.ts', worker: 'lib/runtime/worker/worker.ts' };

/** Files that a running process or the scripts of pages have loaded. */
export type SourceGraph = Record<keyof typeof entries | 'browserScript', ReadonlySet<string>>;

const filesOf = ({ outputs }: Metafile, entry: string): ReadonlySet<string> =>
  new Set(Object.values(outputs).flatMap(({ entryPoint, inputs }) => (entryPoint === entry ? Object.keys(inputs) : [])));

/** Creates a function that returns the imports of server and worker, and writes the scripts of pages. It throws a BuildFailure. */
export async function createSourceGraph(): Promise<() => Promise<SourceGraph>> {
  const processes = await context({
    entryPoints: Object.values(entries),
    bundle: true,
    // Node.js loads a file of which nothing is used, too.
    treeShaking: false,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    outdir: 'unused',
    write: false,
    metafile: true,
    logLevel: 'silent',
  });
  const script = await context({
    ...browserScriptOptions,
    metafile: true,
    // A worker has no document, and its page reloads.
    banner: { js: `if (globalThis.document) ${reloadScript('new URL(import.meta.url).search.slice(1)')}` },
  });
  return async () => {
    const [{ metafile }, { outputFiles, metafile: scriptFile }] = await Promise.all([processes.rebuild(), script.rebuild()]);
    writeBrowserScripts(outputFiles, 'development');
    return {
      server: new Set([...filesOf(metafile, entries.server), ...globSync('app/**/policy.ts')]),
      worker: filesOf(metafile, entries.worker),
      browserScript: new Set(Object.keys(scriptFile.inputs)),
    };
  };
}

/** Returns the errors of a build, each with its file, its line and the source of that line. */
export async function describeBuildFailure(error: unknown): Promise<string> {
  const errors = error instanceof Error && 'errors' in error ? (error as BuildFailure).errors : [];
  return errors.length > 0 ? (await formatMessages(errors, { kind: 'error' })).join('\n').trim() : inspect(error);
}
