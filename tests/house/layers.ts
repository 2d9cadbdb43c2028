/**
 * The layers of `lib/`, lowest first, and the modules of each in order. A module may only import from modules before it.
 * The diagram of `docs/architecture.md` is generated from this list.
 */
export const layers = {
  platform:
    'clock clock-guard csv limits text settings env site thread processes id request-context log command-line outcome refusals transient-error problem form db http keys names safe-fetch auth jobs action mail audit',
  catalog:
    'bibliography visibility indicators sources trust powers statements search-index works authors contexts graph history refresh ingest ownership',
  community: 'limits decision-reasons feeds notifications accounts follows saved-works invitations',
  governance: 'cases corrections claims reports identity additions',
  portal:
    'decisions digests search demo sign-in sitemaps operations lifecycles exports erasure accounts pages cards me roster refusals api',
  runtime: 'routes backup monitoring doctor static-markup server worker',
} as const;

export type Layer = keyof typeof layers;

/** All modules as 'layer/module', lowest first. */
export const moduleOrder: readonly string[] = Object.entries(layers).flatMap(([layer, modules]) =>
  modules.split(' ').map((name) => `${layer}/${name}`),
);

/** Returns the module of a file as 'layer/module'; null outside `lib/`. A file directly in a layer is its own module. */
export function moduleOf(path: string): string | null {
  const [lib, layer, name] = path.split('/');
  return lib === 'lib' && layer && name ? `${layer}/${name.replace(/\.\w+$/, '')}` : null;
}

/** An import between two files of `lib/`. */
export interface Import {
  from: string;
  to: string;
}

/** Returns imports from a later module or from an unlisted one. */
export const upwardImports = (imports: readonly Import[]): Import[] =>
  imports.filter(({ from, to }) => {
    const [one, other] = [moduleOf(from), moduleOf(to)];
    if (one === null || other === null || one === other) return false;
    const [lower, higher] = [moduleOrder.indexOf(other), moduleOrder.indexOf(one)];
    return lower === -1 || higher === -1 || lower > higher;
  });

/** Returns the pairs of modules, or of other folders, that import each other, types included, as 'a ↔ b'. */
export function mutualImports(imports: readonly Import[], nameOf: (path: string) => string | null = moduleOf): string[] {
  const pairs = new Set(imports.map(({ from, to }) => `${nameOf(from)} → ${nameOf(to)}`));
  return [...pairs]
    .map((pair) => pair.split(' → '))
    .filter(([one = '', other = '']) => one < other && pairs.has(`${other} → ${one}`))
    .map((pair) => pair.join(' ↔ '));
}
