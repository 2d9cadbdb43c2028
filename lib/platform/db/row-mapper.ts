import { Column, getTableName, is, SQL } from 'drizzle-orm';

interface SelectedField {
  path: string[];
  field: unknown;
}

/** The plan of the query builder: the target of each column of a row, and the joined tables that always have a row. */
interface MappableQuery {
  fields?: SelectedField[] | undefined;
  joinsNotNullableMap?: Record<string, boolean> | undefined;
  customResultMapper?: ((rows: unknown[][]) => unknown[]) | undefined;
}

type Decode = (value: unknown) => unknown;

interface ValueTarget {
  at: number;
  /** The object that the value belongs to; null for the row itself. */
  of: string | null;
  /** True if it is the first value of that object. */
  opens: boolean;
  name: string;
  decode: Decode | null;
}

const identityDecoder = Column.prototype.mapFromDriverValue;

/** Returns the decoder of a field; null if its values stay unchanged. */
function decoderOf(field: unknown): Decode | null {
  const decoder = is(field, Column) ? field : is(field, SQL) ? decoderIn(field) : decoderIn((field as { sql: SQL }).sql);
  return decoder.mapFromDriverValue === identityDecoder ? null : (value) => decoder.mapFromDriverValue(value);
}

const decoderIn = (field: SQL) => (field as unknown as { decoder: { mapFromDriverValue: Decode } }).decoder;

/**
 * Returns the index of the column that is null if a joined table has no row. Only possible if all columns of the object are of one table.
 */
function emptinessIndexOf(fields: readonly SelectedField[], objectName: string, alwaysPresent: Record<string, boolean>): number | null {
  const columns = fields.flatMap(({ path, field }, at) =>
    path.length === 2 && path[0] === objectName && is(field, Column) ? [{ at, field }] : [],
  );
  const tables = new Set(columns.map(({ field }) => getTableName(field.table)));
  const [table = ''] = tables;
  return columns[0] && tables.size === 1 && !alwaysPresent[table] ? columns[0].at : null;
}

/**
 * Makes a prepared query map its rows by a plan that is computed once. By default, the query builder decides for each value of each row
 * where it goes and how it is decoded.
 */
export function mapRowsByPlan(prepared: object): void {
  const query: MappableQuery = prepared;
  const { fields, joinsNotNullableMap, customResultMapper } = query;
  if (!fields || customResultMapper || fields.some(({ path }) => path.length > 2)) return;
  const targets = fields.map(({ path, field }, at): ValueTarget => {
    const [first = '', second] = path;
    const of = second === undefined ? null : first;
    const opens = of !== null && fields.findIndex(({ path: [other], path: { length } }) => length === 2 && other === of) === at;
    return { at, of, opens, name: second ?? first, decode: decoderOf(field) };
  });
  const objects = [...new Set(targets.flatMap(({ of }) => of ?? []))];
  const nullableObjects = joinsNotNullableMap ? objects.map((of) => ({ of, at: emptinessIndexOf(fields, of, joinsNotNullableMap) })) : [];
  query.customResultMapper = (rows) =>
    rows.map((row) => {
      const mappedRow: Record<string, unknown> = {};
      for (const { at, of, opens, name, decode } of targets) {
        const value = row[at];
        const decoded = value === null || decode === null ? value : decode(value);
        if (of !== null && opens) mappedRow[of] = {};
        if (of === null) mappedRow[name] = decoded;
        else (mappedRow[of] as Record<string, unknown>)[name] = decoded;
      }
      for (const { of, at } of nullableObjects) if (at !== null && row[at] === null) mappedRow[of] = null;
      return mappedRow;
    });
}
