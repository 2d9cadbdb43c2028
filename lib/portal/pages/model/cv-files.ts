import { type Cv, cvPage, jsonResume, worksHtml, worksJson } from './cv.ts';
import { docxCv } from './cv-docx.ts';
import { latexCv } from './cv-latex.ts';

/** A file of a CV: the last part of its address, what it is, its media type, and who writes it. */
export interface CvFile {
  file: string;
  name: string;
  type: string;
  /** The works that it has at most, the newest first. */
  maxWorks?: number;
  /** False where it does not cite. */
  cites?: false;
  write(cv: Cv): string | Promise<Uint8Array<ArrayBuffer>>;
}

export const cvFiles: readonly CvFile[] = [
  { file: 'cv.html', name: 'Page to print (HTML)', type: 'text/html', write: cvPage },
  { file: 'cv.tex', name: 'LaTeX', type: 'application/x-tex', write: latexCv },
  {
    file: 'cv.docx',
    name: 'Word processor (DOCX)',
    type: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    // A word processor opens no endless list.
    maxWorks: 1_000,
    write: docxCv,
  },
  { file: 'resume.json', name: 'JSON Resume', type: 'application/json', cites: false, write: jsonResume },
  { file: 'works.html', name: 'List of works to embed (HTML)', type: 'text/html', write: worksHtml },
  { file: 'works.json', name: 'List of works to embed (JSON)', type: 'application/json', cites: false, write: worksJson },
];
