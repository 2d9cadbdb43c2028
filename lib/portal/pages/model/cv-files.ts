import type { FormulaForm } from '#lib/catalog/works/model/citations/cited.ts';
import { type Cv, cvPage, jsonResume, worksHtml, worksJson } from './cv.ts';
import { docxCv } from './cv-docx.ts';
import { latexCv } from './cv-latex.ts';

/** A file format of CVs, with its file name, label and media type. */
export interface CvFile {
  file: string;
  name: string;
  type: string;
  /** Maximum number of works, newest first. */
  maxWorks?: number;
  /** False if the file contains no citations. */
  cites?: false;
  /** How its citations write formulas; as text by default. */
  formulas?: FormulaForm;
  write(cv: Cv): string | Promise<Uint8Array<ArrayBuffer>>;
}

export const cvFiles: readonly CvFile[] = [
  { file: 'cv.html', name: 'Page to print (HTML)', type: 'text/html', write: cvPage },
  { file: 'cv.tex', name: 'LaTeX', type: 'application/x-tex', formulas: 'tex', write: latexCv },
  {
    file: 'cv.docx',
    name: 'Word processor (DOCX)',
    type: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    // Word processors are slow with longer lists.
    maxWorks: 1_000,
    write: docxCv,
  },
  { file: 'resume.json', name: 'JSON Resume', type: 'application/json', cites: false, write: jsonResume },
  { file: 'works.html', name: 'List of works to embed (HTML)', type: 'text/html', write: worksHtml },
  { file: 'works.json', name: 'List of works to embed (JSON)', type: 'application/json', cites: false, write: worksJson },
];
