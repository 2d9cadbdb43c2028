import { Document, ExternalHyperlink, HeadingLevel, Packer, Paragraph, TextRun } from 'docx';
import { titleLanguage } from '#lib/catalog/bibliography/languages.ts';
import type { CitationPart } from '#lib/catalog/works/model/citations/bibliography.ts';
import { toOneLine } from '#lib/catalog/works/model/citations/cited.ts';
import { type Cv, cvAddress, cvFacts, noWorksNote, omittedWorksNote, workAddress } from './cv.ts';
import { cvPartLabels, rolesLine, worksByPart } from './cv-choice.ts';

const lineRun = (text: string, bold = false): TextRun => new TextRun({ text: toOneLine(text), bold });
const link = (address: string, text: string, style: TextStyle = {}, language?: string): ExternalHyperlink =>
  new ExternalHyperlink({
    link: encodeURI(toOneLine(address)).replaceAll('%25', '%'),
    children: [
      new TextRun({ ...runStyleOf(style), ...(language && { language: { value: language } }), text: toOneLine(text), style: 'Hyperlink' }),
    ],
  });
type TextStyle = Pick<CitationPart, 'italic' | 'bold'>;
const runStyleOf = ({ italic, bold }: TextStyle) => ({ ...(italic && { italics: true }), ...(bold && { bold: true }) });
/** Unlike a whole line, a run retains spaces at its ends. */
const fragmentRun = (text: string, style: TextStyle = {}): TextRun =>
  new TextRun({ ...runStyleOf(style), text: text.replace(/[\p{Cc}\ufffe\uffff]/gu, ' ').toWellFormed() });

export async function docxCv(cv: Cv): Promise<Uint8Array<ArrayBuffer>> {
  const { author, list, choice, base } = cv;
  const { lead, pronouns, orcid, biography, career } = cvFacts(cv);
  const sections = worksByPart(list.works, choice).flatMap((group) => [
    new Paragraph({ heading: HeadingLevel.HEADING_1, children: [lineRun(cvPartLabels[group.part])] }),
    ...group.works.map((work, index) => {
      const number = list.isNumbered ? [fragmentRun(`${index + 1}. `)] : [];
      const citation = list
        .cite(work)
        .map(({ text, isTitle, ...style }) =>
          isTitle ? link(workAddress(work, base), text, style, titleLanguage(work)) : fragmentRun(text, style),
        );
      const retracted = work.retracted ? [fragmentRun(' '), lineRun('Retracted.', true)] : [];
      return new Paragraph({
        spacing: { after: 120 },
        children: [...number, ...citation, fragmentRun(rolesLine(cv.roles.get(work.id))), ...retracted],
      });
    }),
  ]);
  const notes = [noWorksNote(cv), omittedWorksNote(cv)].flatMap((note) => (note ? [new Paragraph({ children: [lineRun(note)] })] : []));
  const document = new Document({
    creator: toOneLine(author.name),
    title: toOneLine(`CV of ${author.name}`),
    sections: [
      {
        children: [
          new Paragraph({ heading: HeadingLevel.TITLE, children: [lineRun(pronouns ? `${author.name} (${pronouns})` : author.name)] }),
          ...(lead ? [new Paragraph({ children: [lineRun(lead)] })] : []),
          new Paragraph({ children: [link(cvAddress(cv), cvAddress(cv))] }),
          ...(orcid ? [new Paragraph({ children: [fragmentRun('ORCID '), link(orcid.url, orcid.url), fragmentRun(orcid.note)] })] : []),
          ...(biography ? [new Paragraph({ children: [lineRun(biography)] })] : []),
          ...career.flatMap(({ title, lines }) => [
            new Paragraph({ heading: HeadingLevel.HEADING_1, children: [lineRun(title)] }),
            ...lines.map((line) => new Paragraph({ children: [lineRun(line)] })),
          ]),
          ...sections,
          ...notes,
        ],
      },
    ],
  });
  return new Uint8Array(await Packer.toBuffer(document));
}
