import { TextArea } from '#components/ui/text-area.tsx';
import { platformRefusals, type Refusal } from '#lib/platform/refusals.ts';
import { formOfRequest } from '#lib/platform/request-context.ts';
import { RefusalNotice } from './refusal-notice.tsx';

/** Returns true for fields that a person does not type. */
const isHidden = (name: string): boolean => /Ids?$/.test(name) || hiddenFields.has(name);
const hiddenFields = new Set('id step from back kind of want seen next token code deed order q by leave'.split(' '));
const maxFields = 50;

/** Returns the submitted texts of this request by field name. */
export const unsentTextFields = (): [name: string, text: string][] =>
  Object.entries(formOfRequest())
    .filter(([name]) => !isHidden(name))
    .map(([name, typed]): [string, string] => [name, [typed].flat().join('\n')])
    .filter(([, text]) => text.trim() !== '')
    .slice(0, maxFields);

const labelOf = (name: string): string => {
  const words = name.replace(/[^A-Za-z0-9]+|(?=[A-Z])/g, ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1).toLowerCase();
};
const charactersPerRow = 60;
const rowsOf = (text: string): number => Math.min(12, text.split('\n').length + Math.floor(text.length / charactersPerRow));

interface UnsentProps {
  /** Why the page shows no form; by default because nobody is signed in. */
  refusal?: Refusal;
  /** Where signing in leads back to. */
  back: string;
}

/**
 * The text of a form that was sent without script to a page that cannot show the form, to copy: after the session has expired, or after the
 * profile was merged. It is only in this response. Without text and without another refusal, renders nothing.
 */
export function UnsentText({ refusal, back }: UnsentProps) {
  const texts = unsentTextFields();
  if (texts.length === 0 && !refusal) return null;
  return (
    <div className="mb-8 max-w-form space-y-6">
      <RefusalNotice
        refusal={refusal ?? { ...platformRefusals.not_signed_in, ...unsentTitleAndDetail }}
        back={back}
        keepsPage={texts.length > 0}
      />
      {texts.map(([name, text]) => (
        <TextArea key={name} id={`unsent-${name}`} name={name} label={labelOf(name)} defaultValue={text} rows={rowsOf(text)} readOnly />
      ))}
    </div>
  );
}

const unsentTitleAndDetail = {
  title: 'You are signed out: nothing was sent',
  detail: 'Your session has ended. What you typed is below, and is not stored.',
  action: 'Sign in, open the form again, and copy your text into it.',
};
