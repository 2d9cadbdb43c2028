/**
 * Full names of arXiv's subject classes (arxiv.org/category_taxonomy) by code. A code that only one archive has is also found without its
 * archive, which is how Scholar Feed writes it ("LG"). A code that two archives share ("AP": Applications, Analysis of PDEs) is not
 * resolved, because its archive is unknown.
 */
const subjectClasses = `
  cs.AI Artificial Intelligence; cs.AR Hardware Architecture; cs.CC Computational Complexity;
  cs.CE Computational Engineering, Finance, and Science; cs.CG Computational Geometry; cs.CL Computation and Language;
  cs.CR Cryptography and Security; cs.CV Computer Vision and Pattern Recognition; cs.CY Computers and Society; cs.DB Databases;
  cs.DC Distributed, Parallel, and Cluster Computing; cs.DL Digital Libraries; cs.DM Discrete Mathematics;
  cs.DS Data Structures and Algorithms; cs.ET Emerging Technologies; cs.FL Formal Languages and Automata Theory; cs.GL General Literature;
  cs.GR Graphics; cs.GT Computer Science and Game Theory; cs.HC Human-Computer Interaction; cs.IR Information Retrieval;
  cs.IT Information Theory; cs.LG Machine Learning; cs.LO Logic in Computer Science; cs.MA Multiagent Systems; cs.MM Multimedia;
  cs.MS Mathematical Software; cs.NA Numerical Analysis; cs.NE Neural and Evolutionary Computing;
  cs.NI Networking and Internet Architecture; cs.OH Other Computer Science; cs.OS Operating Systems; cs.PF Performance;
  cs.PL Programming Languages; cs.RO Robotics; cs.SC Symbolic Computation; cs.SD Sound; cs.SE Software Engineering;
  cs.SI Social and Information Networks; cs.SY Systems and Control; stat.AP Applications; stat.CO Computation; stat.ME Methodology;
  stat.ML Machine Learning (Statistics); stat.OT Other Statistics; math.AP Analysis of PDEs; math.CO Combinatorics;
  math.NA Numerical Analysis; math.OC Optimization and Control; math.PR Probability; math.ST Statistics Theory;
  eess.AS Audio and Speech Processing; eess.IV Image and Video Processing; eess.SP Signal Processing; eess.SY Systems and Control;
  q-bio.BM Biomolecules; q-bio.GN Genomics; q-bio.NC Neurons and Cognition; q-bio.QM Quantitative Methods; physics.app-ph Applied Physics;
  physics.chem-ph Chemical Physics; physics.comp-ph Computational Physics; physics.data-an Data Analysis, Statistics and Probability;
  physics.soc-ph Physics and Society
`;

const namesByCode = new Map<string, string>([['quant-ph', 'Quantum Physics']]);
const ambiguousCodes = new Set<string>();
for (const subjectClass of subjectClasses.trim().split(/;\s+/)) {
  const [, archiveCode = '', code = '', name = ''] = /^([a-z-]+\.(\S+)) (.+)$/.exec(subjectClass) ?? [];
  namesByCode.set(archiveCode, name);
  const other = namesByCode.get(code);
  if (other !== undefined && other !== name) ambiguousCodes.add(code);
  namesByCode.set(code, name);
}
for (const code of ambiguousCodes) namesByCode.delete(code);

/** Returns the full name of a category by its code, with or without archive ("cs.LG", "LG"); an unknown code is returned unchanged. */
export const categoryName = (code: string): string => namesByCode.get(code) ?? code;
