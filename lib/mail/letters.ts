/** One mail, written out. */
export interface Letter {
  subject: string;
  text: string;
  html: string;
}

type Line = string | { code: string } | { link: string; says: string };

const escaped = (text: string): string => text.replace(/[&<>"']/g, (each) => `&#${each.charCodeAt(0)};`);

const asText = (line: Line): string =>
  typeof line === 'string' ? line : 'code' in line ? `    ${line.code}` : `${line.says}:\n${line.link}`;

const asHtml = (line: Line): string => {
  if (typeof line === 'string') return `<p>${escaped(line)}</p>`;
  if ('code' in line) return `<p style="font:600 22px/1.4 monospace;letter-spacing:.12em">${escaped(line.code)}</p>`;
  return `<p><a href="${escaped(line.link)}">${escaped(line.says)}</a></p>`;
};

function letter(subject: string, lines: Line[]): Letter {
  const body = lines.map(asHtml).join('\n');
  return {
    subject: subject.replace(/\s+/g, ' ').slice(0, 200),
    text: `${lines.map(asText).join('\n\n')}\n\n-- \nPeergraph\n`,
    html: `<!doctype html>\n<html lang="en"><body style="font:16px/1.5 system-ui,sans-serif;max-width:36em">\n${body}\n<p>Peergraph</p>\n</body></html>\n`,
  };
}

/** The code in two groups, as it is read out and typed. */
export const spacedCode = (code: string): string => `${code.slice(0, 4)} ${code.slice(4)}`.toUpperCase();

export const signInLetter = ({ code, link, minutes }: { code: string; link: string; minutes: number }): Letter =>
  letter('Sign in to Peergraph', [
    'Somebody asked to sign in to Peergraph with this address. If it was you, open this page in the same browser and press the button:',
    { link, says: 'Sign in' },
    'In another browser, go back to the one where you asked and type this code there:',
    { code: spacedCode(code) },
    `The link and the code work once, for ${minutes} minutes. Give the code to nobody.`,
    'If you did not ask, do nothing: without the browser that asked, neither is of use.',
  ]);

export const proofLetter = ({ link, hours }: { link: string; hours: number }): Letter =>
  letter('Confirm this address for your record on Peergraph', [
    'Somebody with an account on Peergraph wants to show that this address is theirs, to claim an author record. If it was you, open this page and press the button:',
    { link, says: 'Confirm the address' },
    `The link works once, for ${hours} hours, and only for the account that asked. The address itself is shown to nobody.`,
    'If you did not ask, do nothing.',
  ]);

export const noticeLetter = ({ title, sentence, link, says }: { title: string; sentence: string; link: string; says: string }): Letter =>
  letter(title, [sentence, { link, says }]);
