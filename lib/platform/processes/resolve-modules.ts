import { type ResolveFnOutput, registerHooks } from 'node:module';

const resolvedEntries = new Map<string, ResolveFnOutput>();
const projectRoot = new URL('../../../', import.meta.url).href;

const isOwnModule = (url: string | undefined): boolean => url?.startsWith(projectRoot) === true && !url.includes('/node_modules/');

/** Returns the URL of a file of this project if an import names it in full; else null. */
function ownFileOf(specifier: string, parent: string | undefined): string | null {
  if (!specifier.endsWith('.ts') || !isOwnModule(parent)) return null;
  if (specifier.startsWith('#lib/')) return projectRoot + specifier.slice(1);
  return specifier.startsWith('.') ? new URL(specifier, parent).href : null;
}

/**
 * Resolves modules without reading the `package.json` beside them, which Node does to determine their format. The one of `drizzle-orm` has
 * 180 kB, and is read again for each of our 300 imports of it. This reduces the start of a worker from 6 s and 420 MB to 2 s and 165 MB.
 * Our own imports name their files in full, which saves a tenth of the processor time of a start.
 */
registerHooks({
  resolve(specifier, context, next) {
    const ownUrl = ownFileOf(specifier, context.parentURL);
    if (ownUrl !== null) return { url: ownUrl, format: 'module-typescript', shortCircuit: true };
    if (specifier.startsWith('.') && context.parentURL?.includes('/node_modules/drizzle-orm/'))
      return { url: new URL(specifier, context.parentURL).href, format: 'module', shortCircuit: true };
    if (!/^drizzle-orm(?:\/|$)/.test(specifier)) return next(specifier, context);
    const entry = `${specifier} ${context.conditions}`;
    const resolved = resolvedEntries.get(entry) ?? { ...next(specifier, context), shortCircuit: true };
    resolvedEntries.set(entry, resolved);
    return resolved;
  },
});
