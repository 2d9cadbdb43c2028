import { renderToStaticMarkup } from 'react-dom/server';
import { ClaimBox } from '#components/authors/claim-box.tsx';
import { ProfileActions } from '#components/authors/profile-actions.tsx';
import { FollowContext } from '#components/follows/follow-context.tsx';
import { ListFollowForm } from '#components/follows/follow-in-list.tsx';
import { AccountLinks } from '#components/frame/account-menu.tsx';
import { MemberBar } from '#components/frame/bottom-bar.tsx';
import { DigestBar } from '#components/notifications/digest-question.tsx';
import { SaveWork } from '#components/saved-works/save-work.tsx';
import type { FilledSlot } from '#lib/portal/me/model.ts';

/** Renders the HTML of a slot for one viewer, with the same components as the whole page. The build bundles this file separately. */
export const renderSlot = (slot: FilledSlot): string => renderToStaticMarkup(<Slot slot={slot} />);

function Slot({ slot }: { slot: FilledSlot }) {
  if (slot.name === 'digest-question') return slot.asked ? <DigestBar /> : null;
  if (slot.name === 'bottom-bar') return <MemberBar account={slot.account} path={slot.path} />;
  if (slot.name === 'account') return <AccountLinks account={slot.account} />;
  if (slot.name === 'context-follow') return <FollowContext follow={slot.follow} />;
  if (slot.name === 'work-save') return <SaveWork save={slot.save} />;
  if ('person' in slot) return slot.state === 'own' ? null : <ListFollowForm person={slot.person} following />;
  if (slot.name === 'profile-actions') return <ProfileActions author={slot.author} viewer={slot.viewer} />;
  return <ClaimBox author={slot.author} viewer={slot.viewer} />;
}
