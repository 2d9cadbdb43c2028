import { type AnyColumn, and, lt, lte, or, type SQL } from 'drizzle-orm';

/** A position in a list ordered by time, and by id for equal times. */
interface TimePosition {
  at: Date;
  id: string;
}

/** Returns the cursor of the next page, for a URL: the position of the last row of this page. */
export const cursorOf = ({ at, id }: TimePosition): string => `${at.getTime().toString(36)}-${id}`;

/** Parses a cursor; null if it is malformed. */
export function parseCursor(cursor: string | null | undefined): TimePosition | null {
  const [, time, id] = /^([0-9a-z]{1,9})-([0-9a-z]{1,40})$/.exec(cursor ?? '') ?? [];
  return time && id ? { at: new Date(Number.parseInt(time, 36)), id } : null;
}

/** A position, or the placeholders of one in a prepared query. */
type Stored<Position> = { [Name in keyof Position]: Position[Name] | SQL };

/** A position before the newest row, within the years of PostgreSQL and of ISO 8601. */
export const newestPosition: TimePosition = { at: new Date('9999-12-31'), id: '' };

/** Returns the condition for rows after a position, newest first. Its first half bounds the range of an index by time. */
export const olderThan = (position: Stored<TimePosition> | null, at: AnyColumn, id: AnyColumn): SQL | undefined =>
  position ? and(lte(at, position.at), or(lt(at, position.at), lt(id, position.id))) : undefined;
