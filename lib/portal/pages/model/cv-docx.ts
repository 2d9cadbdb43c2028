import { Document, ExternalHyperlink, HeadingLevel, Packer, Paragraph, TextRun } from 'docx';
import type { CitationPart } from '#lib/catalog/works/model/citations/bibliography.ts';
import { oneLine } from '#lib/catalog/works/model/citations/cited.ts';
import { type Cv, cutNote, cvAddress, cvFacts, workAddress } from './cv.ts';
import { partLabels, rolesLine, worksByPart } from './cv-choice.ts';

const run = (text: string, bold = false): TextRun => new TextRun({ text: oneLine(text), bold });
const link = (address: string, text: string, looks: Looks = {}): ExternalHyperlink =>
  new ExternalHyperlink({
    link: encodeURI(oneLine(address)).replaceAll('%25', '%'),
    children: [new TextRun({ ...looksOf(looks), text: oneLine(text), style: 'Hyperlink' })],
  });
type Looks = Pick<CitationPart, 'italic' | 'bold'>;
const looksOf = ({ italic, bold }: Looks) => ({ ...(italic && { italics: true }), ...(bold && { bold: true }) });
/** Unlike a whole line, a run retains spaces at its ends. */
const part = (text: string, looks: Looks = {}): TextRun =>
  new TextRun({ ...looksOf(looks), text: text.replace(/[\p{Cc}\ufffe\uffff]/gu, ' ').toWellFormed() });

export async function docxCv(cv: Cv): Promise<Uint8Array<ArrayBuffer>> {
  const { author, list, choice, base } = cv;
  const { lead, pronouns, orcid, biography, career } = cvFacts(cv);
  const sections = worksByPart(list.works, choice).flatMap((some) => [
    new Paragraph({ heading: HeadingLevel.HEADING_1, children: [run(partLabels[some.part])] }),
    ...some.works.map((work, at) => {
      const number = list.isNumbered ? [part(`${at + 1}. `)] : [];
      const citation = list
        .cite(work)
        .map(({ text, isTitle, ...looks }) => (isTitle ? link(workAddress(work, base), text, looks) : part(text, looks)));
      const retracted = work.retracted ? [part(' '), run('Retracted.', true)] : [];
      return new Paragraph({
        spacing: { after: 120 },
        children: [...number, ...citation, part(rolesLine(cv.roles.get(work.id))), ...retracted],
      });
    }),
  ]);
  const more = list.isCut ? [new Paragraph({ children: [run(cutNote(cv) ?? '')] })] : [];
  const document = new Document({
    creator: oneLine(author.name),
    title: oneLine(`CV of ${author.name}`),
    sections: [
      {
        children: [
          new Paragraph({ heading: HeadingLevel.TITLE, children: [run(pronouns ? `${author.name} (${pronouns})` : author.name)] }),
          ...(lead ? [new Paragraph({ children: [run(lead)] })] : []),
          new Paragraph({ children: [link(cvAddress(cv), cvAddress(cv))] }),
          ...(orcid ? [new Paragraph({ children: [link(`https://orcid.org/${orcid}`, `ORCID ${orcid}`)] })] : []),
          ...(biography ? [new Paragraph({ children: [run(biography)] })] : []),
          ...career.flatMap(({ title, lines }) => [
            new Paragraph({ heading: HeadingLevel.HEADING_1, children: [run(title)] }),
            ...lines.map((line) => new Paragraph({ children: [run(line)] })),
          ]),
          ...sections,
          ...more,
        ],
      },
    ],
  });
  return new Uint8Array(await Packer.toBuffer(document));
}
