import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { impostorActs } from '#lib/governance/claims/model/impostor-acts.ts';
import { type ProofKind, proofKinds, ruleOf } from '#lib/governance/claims/model/proof-methods.ts';
import { bindingRules } from '#lib/governance/claims/model/proofs.ts';
import { sourceFiles } from './source-files.ts';

/** The files of a method, and the name that each exports. */
const fileOf = (kind: ProofKind): string => kind.replaceAll('_', '-');
const exportOf = (kind: ProofKind): string => kind.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

interface GeneratedList {
  path: string;
  /** The path of the list of rules, as this file imports it. */
  rules: string;
  extension: string;
  /** The module of the type of each entry, and the declaration of the list. */
  type: string;
  declaration: string;
}

const generatedLists: GeneratedList[] = [
  {
    path: 'lib/governance/claims/probes/method-probes.ts',
    rules: '../model/proof-methods.ts',
    extension: 'ts',
    type: "import type { ProofProbe } from './proof-probe.ts';",
    declaration: 'proofProbes: { [Kind in ProofKind]: ProofProbe<Kind> }',
  },
  {
    path: 'components/claims/method-forms.ts',
    rules: '#lib/governance/claims/model/proof-methods.ts',
    extension: 'tsx',
    type: "import type { ProofForm } from './proof-form.ts';",
    declaration: 'proofForms: Record<ProofKind, ProofForm>',
  },
];

const textOfList = ({ rules, extension, type, declaration }: GeneratedList): string => {
  const sorted = proofKinds.toSorted((a, b) => (fileOf(a) < fileOf(b) ? -1 : 1));
  const imports = sorted.map((kind) => `import { ${exportOf(kind)} } from './methods/${fileOf(kind)}.${extension}';`);
  const entries = proofKinds.map((kind) => (kind === exportOf(kind) ? `  ${kind},` : `  ${kind}: ${exportOf(kind)},`));
  return [
    '// Generated from the list of rules (tests/house/claim-methods.test.ts).',
    `import type { ProofKind } from '${rules}';`,
    ...imports,
    type,
    '',
    `export const ${declaration} = {`,
    ...entries,
    '};',
    '',
  ].join('\n');
};

/** Returns a Markdown table with columns of equal width. */
function tableOf(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const lineOf = (row: readonly string[], fill: string) =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0, fill)).join(' | ')} |`;
  const [head = [], ...body] = rows;
  return [
    lineOf(head, ' '),
    lineOf(
      head.map(() => ''),
      '-',
    ),
    ...body.map((row) => lineOf(row, ' ')),
  ].join('\n');
}

function validityOf(kind: ProofKind): string {
  const { months, recheckDays } = ruleOf(kind);
  if (months === null) return 'while the weekly check finds it';
  return `${months} months${recheckDays === null ? '' : '; checked each week'}`;
}

function conditionOf(kind: ProofKind): string {
  const { bindings, neverStrong } = ruleOf(kind);
  return neverStrong ?? bindings.map(({ text }) => text).join(' ');
}

const proofTable = tableOf([
  ['proof', 'family', 'counts for'],
  ...proofKinds.map((kind) => [ruleOf(kind).proofTitle, `\`${ruleOf(kind).family}\``, validityOf(kind)]),
]);
const actTable = tableOf([
  ['what somebody else can do', 'withstood by'],
  ...Object.entries(impostorActs).map(([act, text]) => [
    text,
    Object.values(bindingRules)
      .filter(({ producedBy }) => producedBy.some((each) => each === act))
      .map(({ id }) => `\`${id}\``)
      .join(', '),
  ]),
]);
const conditionList = proofKinds.map((kind) => `- **${ruleOf(kind).proofTitle}.** ${conditionOf(kind)}`).join('\n');

describe('what is generated from the list of claim methods', () => {
  test.each(generatedLists)('$path', async (list) => {
    await expect(textOfList(list)).toMatchFileSnapshot(`../../${list.path}`);
  });

  test.each([
    ['trust.md', { proofs: proofTable }],
    ['proof-binding.md', { proofs: conditionList, acts: actTable }],
  ])('the lists in docs/specifications/%s', async (name, lists) => {
    const path = `docs/specifications/${name}`;
    let text = readFileSync(path, 'utf8');
    for (const [mark, list] of Object.entries(lists)) {
      const marked = new RegExp(`(?<=<!-- ${mark} -->\\n\\n)[\\s\\S]*?(?=\\n\\n<!-- end -->)`);
      expect(text).toMatch(marked);
      text = text.replace(marked, () => list);
    }
    await expect(text).toMatchFileSnapshot(`../../${path}`);
  });
});

/** Features of one method that are no switch over methods: files that may name its kind, with the reason. */
const features: Readonly<Record<string, string>> = {
  'lib/catalog/trust/model/facts.ts': 'the signed method tells a login from an address, and its verifier repeats it',
  'lib/catalog/trust/verify.mjs': 'the signed method, for other programs',
  'lib/portal/pages/queries/author-record.ts': 'a profile links back to pages with rel="me"',
  'lib/portal/decisions/queries/distance.ts': 'two voters with one iD are one person',
  'lib/governance/claims/commands/federated.ts': 'linking and unlinking a login',
  'lib/governance/claims/queries/federated.ts': 'the proof that a login makes',
  'lib/governance/claims/queries/proofs.ts': 'the proofs that an iD and an address make',
  'lib/governance/claims/model/domain-owner.ts': 'an iD names pages and domains',
  'lib/governance/claims/queries/places.ts': 'an iD names pages and domains',
  'lib/governance/claims/commands/evidence.ts': 'the address of an account is a mailbox too',
  'lib/governance/claims/queries/printed.ts': 'the proof that a printed address makes',
  'lib/governance/claims/commands/end.ts': 'claims from before proofs had rows',
  'components/claims/unshown-record.tsx': 'the proofs that need no fact of the profile, where none is shown',
  'lib/governance/identity/commands/merge.ts': 'a merge moves an iD that no proof added',
};

/** Returns files about proofs that name a kind of them: as a literal beside `kind`, `by` or `proof`, or in a list of kinds. */
function filesNamingKinds(files: readonly { path: string; text: string }[]): string[] {
  const kinds = proofKinds.join('|');
  const named = new RegExp(`\\b(?:kind|by|proof)\\b[^'\\n]{0,12}'(?:${kinds})'|'(?:${kinds})',? (?:'|\\|)?(?:${kinds})'`);
  const isOwn = (path: string) => /\/claims\/(model|probes)?\/?methods\/|^components\/claims\/methods\//.test(path);
  const withoutComments = (text: string) => text.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '');
  return files.filter(({ path, text }) => !isOwn(path) && /proof/i.test(text) && named.test(withoutComments(text))).map(({ path }) => path);
}

describe('kinds of proof', () => {
  const product = sourceFiles().filter(({ path }) => /^(app|components|lib)\//.test(path));

  test('are named by their own files only, besides features of one method', () => {
    expect(filesNamingKinds(product).sort()).toEqual(Object.keys(features).sort());
  });

  test('are detected if another file switches over them', () => {
    const path = 'components/claims/proof-options.tsx';
    expect(filesNamingKinds([{ path, text: "if (proof.kind === 'dns') return null;" }])).toEqual([path]);
    expect(filesNamingKinds([{ path, text: "const personalProofs = ['orcid', 'orcid_employment'];" }])).toEqual([path]);
    expect(filesNamingKinds([{ path: 'components/claims/methods/dns.tsx', text: "proof.kind === 'dns'" }])).toEqual([]);
  });
});
