import type { Change } from '#lib/platform/db/changes.ts';
import { effectOf } from '#lib/platform/db/dependencies.ts';
import type { Shape } from '#lib/platform/db/shapes.ts';

/** A cached response, of which some statements may have other results by now. */
export interface Tracked {
  readonly shapes: readonly Shape[];
  readonly rows: Int32Array;
  /** The number of the last commit that `suspects` takes into account. */
  checkedAt: number;
  /** Statements whose results may have changed since the response was made. They have to be repeated before it is used. */
  suspects: ReadonlySet<Shape>;
}

/** Shared by the many responses without suspects. */
export const noSuspects: ReadonlySet<Shape> = new Set();

/** Beyond this number of rows, a change of any row counts as a change of all of them. */
const maxRows = 50_000;

/**
 * Remembers which statements and rows the latest commits have changed. A commit costs a look at the statements of its tables, however many
 * responses are cached; a response is compared with the changes when it is used next.
 */
class ChangeTracker {
  /** The number of the last commit, counted by this process. */
  number = 0;
  private readonly known = new Set<Shape>();
  private readonly byTable = new Map<string, Set<Shape>>();
  /** The last commit that may concern any response that contains a statement. */
  private readonly wideAt = new Map<Shape, number>();
  /** The last commit that concerns the responses with a statement and a row. */
  private readonly rowsAt = new Map<number, Map<Shape, number>>();

  record(changes: readonly Change[]): void {
    this.number += 1;
    for (const change of changes) for (const shape of this.candidates(change.table)) this.recordFor(shape, change);
  }

  /** Statements are known from their first response on. @param meanwhile the changes since it began to be made */
  register(shapes: readonly Shape[], meanwhile: readonly Change[]): void {
    for (const shape of shapes) {
      if (this.known.has(shape)) continue;
      this.known.add(shape);
      // All tables that it names, or any word that could be one.
      for (const table of shape.plan?.occurrences.keys() ?? shape.words)
        this.byTable.set(table, (this.byTable.get(table) ?? new Set()).add(shape));
      for (const change of meanwhile) this.recordFor(shape, change);
    }
  }

  private candidates(table: string): Iterable<Shape> {
    return table === '*' ? this.known : (this.byTable.get(table) ?? []);
  }

  private recordFor(shape: Shape, change: Change): void {
    const effect = effectOf(shape, change);
    if (effect?.isWide) this.wideAt.set(shape, this.number);
    for (const row of effect?.rows ?? []) {
      const shapes = this.rowsAt.get(row) ?? new Map<Shape, number>();
      this.rowsAt.set(row, shapes.set(shape, this.number));
    }
    if (this.rowsAt.size <= maxRows) return;
    for (const shapes of this.rowsAt.values()) for (const [each] of shapes) this.wideAt.set(each, this.number);
    this.rowsAt.clear();
  }

  /** Adds the statements whose results may have changed to the suspects of a response. */
  update(tracked: Tracked): void {
    const { shapes, rows, checkedAt } = tracked;
    if (checkedAt === this.number) return;
    const suspects = shapes.filter((shape) => (this.wideAt.get(shape) ?? 0) > checkedAt);
    for (const row of rows) if (this.rowsAt.has(row)) suspects.push(...this.changedStatements(row, tracked));
    if (suspects.length > 0) tracked.suspects = new Set([...tracked.suspects, ...suspects]);
    tracked.checkedAt = this.number;
  }

  /** Returns the rows that a commit after a given one has changed. */
  rowsSince(number: number): number[] {
    return [...this.rowsAt].flatMap(([row, shapes]) => ([...shapes.values()].some((at) => at > number) ? [row] : []));
  }

  /** Returns the statements of a response that depend on a row and were changed since it was compared. */
  changedStatements(row: number, { shapes, checkedAt }: Tracked): Shape[] {
    return [...(this.rowsAt.get(row) ?? [])].flatMap(([shape, at]) => (at > checkedAt && shapes.includes(shape) ? [shape] : []));
  }
}

/** The changes seen by this process. */
export const changeTracker = new ChangeTracker();
