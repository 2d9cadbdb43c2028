/**
 * The layers of `lib/`, lowest first, and the modules of each in their order: a module imports from modules before it and from no other.
 * `docs/architecture.md` draws its picture from this list.
 */
export const layers = {
  platform:
    'clock clock-guard csv text settings env site thread processes id request-context log command-line outcome refusals transient-error problem form db http keys names safe-fetch auth jobs action mail audit',
  catalog: 'visibility indicators sources trust statements search-index works authors contexts graph history refresh ingest ownership',
  community: 'decision-reasons feeds notifications accounts follows saved-works invitations',
  governance: 'cases corrections record-corrections claims reports identity additions',
  portal: 'decisions digests search demo sign-in sitemaps operations lifecycles exports erasure pages cards me roster refusals',
  runtime: 'backup monitoring doctor visitor-pages server worker',
} as const;

export type Layer = keyof typeof layers;

/** Every module as 'layer/module', lowest first. */
export const moduleOrder: readonly string[] = Object.entries(layers).flatMap(([layer, modules]) =>
  modules.split(' ').map((name) => `${layer}/${name}`),
);

/** The module that a file of `lib/` is in, as 'layer/module'; null outside `lib/`. A file directly in a layer is a module of its own. */
export function moduleOf(path: string): string | null {
  const [lib, layer, name] = path.split('/');
  return lib === 'lib' && layer && name ? `${layer}/${name.replace(/\.\w+$/, '')}` : null;
}

/** An import between two files of `lib/`. */
export interface Import {
  from: string;
  to: string;
}

/** Returns the imports that lead to a later module, or to a module that is in no layer. */
export const importsUpwards = (imports: readonly Import[]): Import[] =>
  imports.filter(({ from, to }) => {
    const [one, other] = [moduleOf(from), moduleOf(to)];
    if (one === null || other === null || one === other) return false;
    const [lower, higher] = [moduleOrder.indexOf(other), moduleOrder.indexOf(one)];
    return lower === -1 || higher === -1 || lower > higher;
  });

/** Returns the pairs of modules that import each other, types included, as 'a ↔ b'. */
export function mutualImports(imports: readonly Import[]): string[] {
  const pairs = new Set(imports.map(({ from, to }) => `${moduleOf(from)} → ${moduleOf(to)}`));
  return [...pairs]
    .map((pair) => pair.split(' → '))
    .filter(([one = '', other = '']) => one < other && pairs.has(`${other} → ${one}`))
    .map((pair) => pair.join(' ↔ '));
}
