import { z } from 'zod';
import { withoutUnsafeCharacters } from '#lib/platform/text/rich-text.ts';
import { type FieldValue, maxListValues, type RecordFieldName, recordFieldNames, recordFieldOf } from './record.ts';

const oneLine = (max: number) => z.string().overwrite(withoutUnsafeCharacters).trim().max(max);
const partialDate = z.string().regex(/^\d{4}(-\d{2}(-\d{2})?)?$/);

function schemaOf(name: RecordFieldName) {
  const { kind, maxCharacters } = recordFieldOf[name];
  return kind === 'date' ? partialDate : kind === 'list' ? z.array(oneLine(maxCharacters)).max(maxListValues) : oneLine(maxCharacters);
}

/**
 * The schema of each field, for a record of a source and for the stored document. Not in `record.ts`, which browsers load: Zod tries to
 * compile code there, which the content security policy blocks.
 */
export const recordFieldSchemas = Object.fromEntries(recordFieldNames.map((name) => [name, schemaOf(name).optional()])) as unknown as {
  [Name in RecordFieldName]: z.ZodOptional<z.ZodType<FieldValue<Name>>>;
};
