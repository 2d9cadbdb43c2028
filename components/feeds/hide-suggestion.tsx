import { ApiButton } from '#components/site/api-button.tsx';

export interface HideSuggestionProps {
  authorId: string;
  name: string;
}

export const hidePath = '/api/hidden-suggestions';

/** The button that hides a suggested person. */
export const HideSuggestion = ({ authorId, name }: HideSuggestionProps) => (
  <ApiButton
    path={hidePath}
    fields={{ authorId }}
    back={`/feed?done=hidden&person=${authorId}`}
    variant="quiet"
    label="Hide"
    about={name}
  />
);

/** What takes the place of a hidden person. */
export const UndoHide = ({ authorId, name }: HideSuggestionProps) => (
  <div className="flex flex-wrap items-baseline gap-x-3 text-sm">
    <p role="status">{name} is hidden</p>
    <ApiButton path={hidePath} fields={{ authorId, want: 'off' }} back="/feed" variant="quiet" label="Undo" about={`hiding ${name}`} />
  </div>
);
