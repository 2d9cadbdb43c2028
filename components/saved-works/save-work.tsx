import { Icon } from '#components/ui/icon.tsx';
import type { SaveState } from '#lib/community/saved-works/model.ts';
import { saveButtonLabel, savedWorksPath } from './save-request.ts';

interface Props {
  save: SaveState;
  /** The page that contains the form; by default the page of the work. */
  back?: string;
}

/** Saves or unsaves a work: a form that `save-script.ts` sends without leaving the page. A visitor signs in first, which completes it. */
export function SaveWork({ save: { workId, title, saved }, back = `/works/${workId}` }: Props) {
  const about = <span className="sr-only"> {title}</span>;
  if (saved === null) {
    return (
      <a href={`/sign-in?next=${encodeURIComponent(back)}&save=${workId}`} rel="nofollow" className="entry-action">
        <Icon name="save" />
        <span>
          {saveButtonLabel(false)}
          {about}
        </span>
      </a>
    );
  }
  return (
    <form action={savedWorksPath} method="post" className="contents">
      <input type="hidden" name="workId" value={workId} />
      <input type="hidden" name="back" value={back} />
      <input type="hidden" name="want" value={saved ? 'off' : 'on'} />
      <button type="submit" data-of={title} className="entry-action">
        <Icon name="save" className={saved ? 'text-accent' : ''} />
        <span>
          <span>{saveButtonLabel(saved)}</span>
          {about}
        </span>
      </button>
      <p role="status" className="basis-full text-danger text-xs empty:sr-only has-[.sr-only]:sr-only" />
    </form>
  );
}
