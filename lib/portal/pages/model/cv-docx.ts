import { Document, ExternalHyperlink, HeadingLevel, Packer, Paragraph, TextRun } from 'docx';
import { oneLine } from '#lib/catalog/works/model/citations/cited.ts';
import { type Cv, cvAddress, cvFacts, workAddress } from './cv.ts';
import { citationIn, partLabels, rolesLine, worksByPart } from './cv-choice.ts';

/** Works in one document: the newest, since a word processor opens no endless list. */
const maxWorks = 1_000;

const run = (text: string, bold = false): TextRun => new TextRun({ text: oneLine(text), bold });
const link = (address: string, text: string): ExternalHyperlink =>
  new ExternalHyperlink({
    link: encodeURI(oneLine(address)).replaceAll('%25', '%'),
    children: [new TextRun({ text: oneLine(text), style: 'Hyperlink' })],
  });
/** A run keeps the spaces at its ends, which a line loses. */
const part = (text: string): TextRun => new TextRun({ text: text.replace(/[\p{Cc}\ufffe\uffff]/gu, ' ').toWellFormed() });

/** The CV as a document of Office Open XML. */
export async function docxCv(cv: Cv): Promise<Uint8Array<ArrayBuffer>> {
  const { author, works, choice, base } = cv;
  const { lead, pronouns, orcid, biography, career } = cvFacts(cv);
  const sections = worksByPart(works.slice(0, maxWorks), choice).flatMap((some) => [
    new Paragraph({ heading: HeadingLevel.HEADING_1, children: [run(partLabels[some.part])] }),
    ...some.works.map((work, at) => {
      const { before, title, after } = citationIn(work, choice.style);
      const number = choice.style === 'numbered' ? `${at + 1}. ` : '';
      const retracted = work.retracted ? [part(' '), run('Retracted.', true)] : [];
      return new Paragraph({
        spacing: { after: 120 },
        children: [
          part(`${number}${before}`),
          link(workAddress(work, base), title),
          part(`${after}${rolesLine(cv.roles.get(work.id))}`),
          ...retracted,
        ],
      });
    }),
  ]);
  const more = works.length > maxWorks ? [new Paragraph({ children: [run(`The newest ${maxWorks} works are listed.`)] })] : [];
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
