import { DataTable } from '#components/ui/data-table.tsx';
import { Literature, type Reference } from '#components/ui/literature.tsx';
import { longGapYears } from '#lib/catalog/authors/model/identity-flags.ts';
import { minCircleWorks } from '#lib/governance/identity/model/clusters.ts';

/** One row of measured results: B³, mean over names. */
interface Measurement {
  set: string;
  method: string;
  precision: string;
  recall: string;
  f1: string;
}

const measuredOn = '21 November 2026';
const measurements: readonly Measurement[] = [
  { set: 'AMiner, 54 names', method: 'one name is one person', precision: '0.435', recall: '1.000', f1: '0.538' },
  { set: 'AMiner, 54 names', method: 'works with a shared co-author', precision: '0.987', recall: '0.682', f1: '0.778' },
  { set: 'AMiner, 54 names', method: 'namesakes-1', precision: '0.940', recall: '0.887', f1: '0.903' },
  {
    set: 'INSPIRE, 15 names, without titles and co-authors',
    method: 'one name is one person',
    precision: '0.686',
    recall: '1.000',
    f1: '0.764',
  },
  { set: 'INSPIRE, 15 names, without titles and co-authors', method: 'namesakes-1', precision: '0.951', recall: '0.639', f1: '0.720' },
  {
    set: 'S2AND Qian, 282 names, without titles and co-authors',
    method: 'one name is one person',
    precision: '0.851',
    recall: '1.000',
    f1: '0.892',
  },
  { set: 'S2AND Qian, 282 names, without titles and co-authors', method: 'namesakes-1', precision: '0.966', recall: '0.851', f1: '0.878' },
];

const literature: readonly Reference[] = [
  {
    citation:
      'A. Bagga and B. Baldwin: Entity-Based Cross-Document Coreferencing Using the Vector Space Model. COLING-ACL, 1998 (the measure B³)',
    doi: '10.3115/980845.980859',
  },
  {
    citation:
      'A. A. Ferreira, M. A. Gonçalves and A. H. F. Laender: A Brief Survey of Automatic Methods for Author Name Disambiguation. SIGMOD Record 41 (2), 2012',
    doi: '10.1145/2350036.2350040',
  },
  {
    citation:
      'S. Subramanian, D. King, D. Downey and S. Feldman: S2AND: A Benchmark and Evaluation System for Author Name Disambiguation. JCDL, 2021',
    doi: '10.48550/arXiv.2103.07534',
  },
];

/** The method namesakes-1: what it does, its formula in words, its limits and its measured quality. */
export function NamesakesMethod() {
  return (
    <section aria-labelledby="namesakes-1">
      <h2 id="namesakes-1">Works of namesakes: namesakes-1</h2>
      <p>
        Many people share one name. This method proposes which works under a name may be one person’s, and says why. It only proposes: no
        profile is merged or split by it, and the reviewers see the reasons first. Two different ORCID iDs are never put together.
      </p>
      <h3>Formula</h3>
      <p>
        Each work begins as a group of its own. The two groups that are likeliest one person’s become one, and are then looked at as a
        whole; this goes on until no two groups are likelier one person’s than not. How likely it is, is a weighted sum of what the two
        groups have in common:
      </p>
      <ul>
        <li>co-authors: whether one is shared, how many, and how many meet only by an initial;</li>
        <li>words of titles and topics, where a word that few works under the name have counts more than one that many have;</li>
        <li>venues, and words in their names;</li>
        <li>affiliations, compared word by word;</li>
        <li>the given names and initials as they are written;</li>
        <li>how common the name is among the people whom the instance knows, and how scattered its works are.</li>
      </ul>
      <p>
        The weights are a logistic regression, learnt from works whose authors are known; no weight may count a likeness against, or a
        difference for, one person. Some things are rules and not weights: works with one ORCID iD or one printed address are together,
        works with two iDs are apart, and so are two authors of one work.
      </p>
      <p>
        Within one profile a source has put the works together already, so that silence is no reason to part them. There groups are apart
        only where the given names cannot be one person’s, where {longGapYears} years or more without a work lie between them and they share
        no topic, or where each has at least {minCircleWorks} works and they share no co-author.
      </p>
      <h3>How well it does</h3>
      <p>
        Measured on {measuredOn} on sets of names whose authors people have told apart. Each name was judged with weights and thresholds
        learnt from other names, in ten parts of each set; with five, AMiner’s F1 is 0.896. Which measures there are was chosen with the
        AMiner set in view, so that its third digit says little. B³ asks of each work which share of its group is its person’s (precision),
        and which share of its person’s works is in its group (recall). All figures are means over names.
      </p>
      <DataTable
        caption="B³ on names that the weights have not seen"
        columns={{ method: 'Set and method', precision: 'Precision', recall: 'Recall', f1: 'F1' }}
        numeric={['precision', 'recall', 'f1']}
        rows={measurements.map(({ set, method, precision, recall, f1 }) => ({
          key: `${set} ${method}`,
          cells: { method: `${set}: ${method}`, precision, recall, f1 },
        }))}
      />
      <h3>Limits</h3>
      <ul>
        <li>A person who changes field, place and co-authors at once looks like two people.</li>
        <li>Two namesakes in one field, or with one shared co-author, look like one.</li>
        <li>It was measured on works of computer science and physics up to 2010 or so; other fields may differ.</li>
        <li>It sees words, not meaning, and works best for titles in English and names in Latin letters.</li>
        <li>A work without co-authors, affiliation and venue says too little; it is then left alone.</li>
        <li>
          Where a source gives neither titles nor co-authors, names and affiliations part people surely but miss many works: the mean F1 is
          then below that of taking one name for one person.
        </li>
      </ul>
      <Literature references={literature} />
    </section>
  );
}
