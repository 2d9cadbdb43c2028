/**
 * Full names of arXiv's subject classes (arxiv.org/category_taxonomy) by code. A code that only one archive has is also found without its
 * archive, which is how Scholar Feed writes it ("LG"). A code that two archives share ("AP": Applications, Analysis of PDEs) is not
 * resolved, because its archive is unknown.
 */
const archives: Record<string, Record<string, string>> = {
  cs: {
    AI: 'Artificial Intelligence',
    AR: 'Hardware Architecture',
    CC: 'Computational Complexity',
    CE: 'Computational Engineering, Finance, and Science',
    CG: 'Computational Geometry',
    CL: 'Computation and Language',
    CR: 'Cryptography and Security',
    CV: 'Computer Vision and Pattern Recognition',
    CY: 'Computers and Society',
    DB: 'Databases',
    DC: 'Distributed, Parallel, and Cluster Computing',
    DL: 'Digital Libraries',
    DM: 'Discrete Mathematics',
    DS: 'Data Structures and Algorithms',
    ET: 'Emerging Technologies',
    FL: 'Formal Languages and Automata Theory',
    GL: 'General Literature',
    GR: 'Graphics',
    GT: 'Computer Science and Game Theory',
    HC: 'Human-Computer Interaction',
    IR: 'Information Retrieval',
    IT: 'Information Theory',
    LG: 'Machine Learning',
    LO: 'Logic in Computer Science',
    MA: 'Multiagent Systems',
    MM: 'Multimedia',
    MS: 'Mathematical Software',
    NA: 'Numerical Analysis',
    NE: 'Neural and Evolutionary Computing',
    NI: 'Networking and Internet Architecture',
    OH: 'Other Computer Science',
    OS: 'Operating Systems',
    PF: 'Performance',
    PL: 'Programming Languages',
    RO: 'Robotics',
    SC: 'Symbolic Computation',
    SD: 'Sound',
    SE: 'Software Engineering',
    SI: 'Social and Information Networks',
    SY: 'Systems and Control',
  },
  stat: { AP: 'Applications', CO: 'Computation', ME: 'Methodology', ML: 'Machine Learning (Statistics)', OT: 'Other Statistics' },
  math: {
    AP: 'Analysis of PDEs',
    CO: 'Combinatorics',
    NA: 'Numerical Analysis',
    OC: 'Optimization and Control',
    PR: 'Probability',
    ST: 'Statistics Theory',
  },
  eess: {
    AS: 'Audio and Speech Processing',
    IV: 'Image and Video Processing',
    SP: 'Signal Processing',
    SY: 'Systems and Control',
  },
  'q-bio': { BM: 'Biomolecules', GN: 'Genomics', NC: 'Neurons and Cognition', QM: 'Quantitative Methods' },
  physics: {
    'app-ph': 'Applied Physics',
    'chem-ph': 'Chemical Physics',
    'comp-ph': 'Computational Physics',
    'data-an': 'Data Analysis, Statistics and Probability',
    'soc-ph': 'Physics and Society',
  },
};

const namesByCode = new Map<string, string>([['quant-ph', 'Quantum Physics']]);
const ambiguousCodes = new Set<string>();
for (const [archive, classes] of Object.entries(archives)) {
  for (const [code, name] of Object.entries(classes)) {
    namesByCode.set(`${archive}.${code}`, name);
    const other = namesByCode.get(code);
    if (other !== undefined && other !== name) ambiguousCodes.add(code);
    namesByCode.set(code, name);
  }
}
for (const code of ambiguousCodes) namesByCode.delete(code);

/** Returns the full name of a category by its code, with or without archive ("cs.LG", "LG"); an unknown code is returned unchanged. */
export const categoryName = (code: string): string => namesByCode.get(code) ?? code;
