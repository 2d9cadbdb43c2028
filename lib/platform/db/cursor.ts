import { type AnyColumn, and, lt, lte, or, type SQL } from 'drizzle-orm';

/** A place in a list that is ordered by a moment, and by an id where moments are equal. */
interface Place {
  at: Date;
  id: string;
}

/** Returns where the next page begins, as an address carries it: the place of the last row of this one. */
export const cursorOf = ({ at, id }: Place): string => `${at.getTime().toString(36)}-${id}`;

/** Reads a cursor; null for what no page has given out. */
export function placeIn(cursor: string | null | undefined): Place | null {
  const [, time, id] = /^([0-9a-z]{1,9})-([0-9a-z]{1,40})$/.exec(cursor ?? '') ?? [];
  return time && id ? { at: new Date(Number.parseInt(time, 36)), id } : null;
}

/** Returns the condition of rows that come after a place, where the newest are first. Its first half bounds what is read of an index by time. */
export const olderThan = (place: Place | null, at: AnyColumn, id: AnyColumn): SQL | undefined =>
  place ? and(lte(at, place.at), or(lt(at, place.at), lt(id, place.id))) : undefined;
