import { maxFormBytes } from '#lib/platform/http/form-size.ts';

/** What a form says if it could not be sent. Nothing that was typed is lost. */
export const noAnswer = {
  title: 'There was no answer',
  detail: 'You may be offline, or this instance is restarting. What you typed is still here.',
  action: 'Send it again in a moment. If it fails again, copy your text and reload the page.',
};

export const formTooLarge = {
  title: 'This is too large to send',
  detail: `A form takes up to ${maxFormBytes / 1024} KB. Nothing was sent.`,
  action: 'Split the text or the file, and send the parts one after another.',
};
