import type { TextFile } from './exports.ts';
import { moduleOf } from './layers.ts';

/** Files that may compare with a kind of another module, with the reason. This list may only shrink. */
export const comparingFiles: Readonly<Record<string, string>> = {
  'components/identity/shown-change.tsx': 'the kind of a change to records',
  'lib/community/invitations/queries/cooldown.ts': 'reports of misuse, read in a layer below governance',
  'lib/community/invitations/queries/retained-blocks.ts': 'the kind of a block',
};

/** Returns the module of each kind of case, from the imports of the registry of case handlers. Appeals belong to governance/cases. */
export function kindModules(registry: string): Record<string, string> {
  const modules = new Map(
    [...registry.matchAll(/import \{ ([\w, ]+) \} from '#([^']+)'/g)].flatMap(([, names = '', path = '']) =>
      names.split(', ').map((name) => [name, moduleOf(path)] as const),
    ),
  );
  const entries = [...registry.matchAll(/^ {2}(\w+): (\w+),$/gm)].map(([, kind = '', name]) => [kind, modules.get(name ?? '') ?? '']);
  return { ...Object.fromEntries(entries), appeal: 'governance/cases' };
}

/** Returns comparisons with a kind of case of another module, as 'path: kind'. Case handlers are excluded. */
export function kindComparisons(files: readonly TextFile[], modules: Readonly<Record<string, string>>): string[] {
  const word = `'(${Object.keys(modules).join('|')})'`;
  const compared = [`\\b(?:kind|of)\\b[^\\n'=]{0,3}[!=]== ${word}`, `${word} [!=]== `, `case ${word}:`, `eq\\(\\w+\\.(?:kind|of), ${word}`];
  const listed = `\\[[^\\]\\n]*${word}[^\\]\\n]*\\]\\.includes`;
  const pattern = new RegExp([...compared, listed].join('|'), 'g');
  return files.flatMap(({ path, text }) =>
    path.includes('/case-handlers')
      ? []
      : [...text.matchAll(pattern)].flatMap((match) => {
          const kind = match.slice(1).find((each) => each !== undefined) ?? '';
          return modules[kind] === moduleOf(path) ? [] : [`${path}: ${kind}`];
        }),
  );
}
