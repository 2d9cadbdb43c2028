import { ApiButton } from '#components/site/api-button.tsx';
import { Island } from './island.tsx';

/** A change that a button of the API makes, and another one undoes. */
export interface UndoableProps {
  /** The path of the API that both forms are sent to, with `want`. */
  path: string;
  fields: Readonly<Record<string, string>>;
  /** The page that the form leads to without script. */
  back: string;
  label: string;
  /** Completes the label for screen readers. */
  about: string;
  /** What is said once it is done: "Ada Byron is hidden". */
  done: string;
  /** Completes "Undo" for screen readers. */
  aboutUndo: string;
  /** Shows what completes the label to everybody. */
  isNamed?: boolean;
}

/** The button, or what takes its place once it is pressed. `components/feeds/live-undoable.tsx` takes it over. */
export function Undoable({
  path,
  fields,
  back,
  label,
  about,
  done,
  aboutUndo,
  isNamed,
  isDone = false,
}: UndoableProps & { isDone?: boolean }) {
  return (
    <div className="flex flex-wrap items-baseline gap-x-3 text-sm">
      <p role="status" className="text-soft empty:sr-only">
        {isDone && done}
      </p>
      <ApiButton
        path={path}
        fields={{ ...fields, want: isDone ? 'off' : 'on' }}
        back={back}
        variant="quiet"
        label={isDone ? 'Undo' : isNamed ? `${label} ${about}` : label}
        about={isDone ? aboutUndo : isNamed ? undefined : about}
      />
    </div>
  );
}

/** The button on a page; the parts of its list entry that go with it have `data-undoable`. */
export const UndoableIsland = (props: UndoableProps) => (
  <Island name="undoable" props={props}>
    <div>
      <Undoable {...props} />
    </div>
  </Island>
);
