import { ViewerSlot } from '#components/site/viewer-slot.tsx';
import type { FollowablePerson, ListFollows } from '#lib/community/follows/model.ts';
import { personSlotName } from '#lib/portal/me/model.ts';
import { followsPath, listButtonName, listVariant } from './follow-request.ts';
import { FollowWord } from './follow-word.tsx';

/** The follow button of a person in a list: equal for visitors and for members who do not follow the person. */
export const FollowInList = ({ person: { slug, name }, follows }: { person: FollowablePerson; follows: ListFollows }) => (
  <ViewerSlot name={personSlotName(slug)}>
    {follows.get(slug) !== 'own' && <ListFollowForm person={{ slug, name }} following={follows.has(slug)} />}
  </ViewerSlot>
);

/** `follow-script.ts` sends it without leaving the page; without script, the server redirects to the page that sent it. */
export const ListFollowForm = ({ person: { slug, name }, following }: { person: FollowablePerson; following: boolean }) => (
  <form action={followsPath} method="post" className="no-print">
    <input type="hidden" name="slug" value={slug} />
    <button
      type="submit"
      name="want"
      value={following ? 'off' : 'on'}
      data-of={name}
      data-variant={listVariant}
      aria-label={listButtonName(following, name)}
      className="follow-in-list"
    >
      <FollowWord following={following} />
    </button>
  </form>
);
