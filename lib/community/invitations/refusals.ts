import { levelOf } from '#lib/catalog/powers/model.ts';
import { declineCooldownDays, reportCooldownDays } from '#lib/community/limits.ts';
import { inWords } from '#lib/platform/limits.ts';
import { type Refusal, refusalLinks } from '#lib/platform/refusals.ts';
import { maxSameTextRecipients, maxWaitDays, minConsecutiveDeclines, sameTextCooldownDays } from './model/cooldown.ts';
import { maxOpenFromStrangers, quotaDays, weeklyQuota } from './model/invitation-policy.ts';
import { messageRateLimit } from './model/threads.ts';

/** The error codes of this module. */
export const invitationRefusals = {
  listing_needs_purposes: {
    status: 403,
    title: 'You have not said what you are open to',
    detail: 'A listing shows what you want to work on.',
    action: 'Choose at least one thing under "Invitations to you" on your profile settings.',
    link: refusalLinks.dashboard,
  },
  listing_needs_visibility: {
    status: 403,
    title: 'Your profile is not in lists',
    detail: 'It has no works, or is found by its full name only.',
    action: 'Set who finds your profile to “everybody” first.',
    link: refusalLinks.dashboard,
  },
  organisation_cannot_be_invited: {
    status: 403,
    title: 'Organisations cannot be invited',
    detail: 'Nobody reads invitations for this profile.',
    action: 'Invite a member of the organisation.',
  },
  recipient_unclaimed: {
    status: 403,
    title: 'Nobody has claimed this profile',
    detail: 'No owner has agreed to receive invitations.',
    action: 'Follow the profile to hear when it is claimed.',
  },
  recipient_pending: {
    status: 403,
    title: 'The claim to this profile is not decided yet',
    detail: 'Nobody can answer invitations until the claim is accepted.',
    action: 'Follow the profile to hear when it is claimed.',
  },
  recipient_closed: {
    status: 403,
    title: 'The owner is not open to invitations',
    detail: 'The owner has not said that they are open to invitations.',
    action: 'Follow the profile, and check again later.',
  },
  purpose_not_welcome: {
    status: 403,
    title: 'The owner is not open to this purpose',
    detail: 'Their profile names other purposes.',
    action: 'Choose a purpose that their profile names.',
  },
  level_below_theirs: {
    status: 403,
    title: 'They accept invitations from level L3 upwards',
    detail: 'Your profile has a lower level.',
    action: 'See on your profile what the next level needs.',
    link: refusalLinks.dashboard,
  },
  no_shared_context: {
    status: 403,
    title: 'They accept invitations only from people with something in common',
    detail: 'Your profiles share no work and no collaborator that is listed here.',
    action: 'Report a shared work that is missing on your profile, or ask a common colleague to introduce you.',
  },
  recipient_accepts_no_more: {
    status: 403,
    title: 'This person accepts no more invitations at present',
    detail: `It depends on the limits that they have set. At most ${inWords(maxOpenFromStrangers)} can be open from people without a shared work.`,
    action: 'Follow the profile, and try again later.',
  },
  same_person: {
    status: 403,
    title: 'This is your own profile',
    detail: 'You cannot invite yourself.',
    action: 'Search for another person.',
    link: refusalLinks.search,
  },
  needs_claimed_record: {
    status: 403,
    title: 'To invite people, claim your own profile first',
    detail: 'Recipients must be able to see who writes to them.',
    action: 'Find your profile and claim it.',
    link: refusalLinks.search,
  },
  level_too_low: {
    status: 403,
    title: 'Your verification level is too low to invite',
    detail: 'You can send invitations from level L2 upwards.',
    action: 'See on your profile which conditions are not met.',
    link: refusalLinks.dashboard,
  },
  weekly_quota_used: {
    status: 429,
    title: 'You have used this week’s invitations',
    detail: `A profile can send ${weeklyQuota(2)} invitations in ${inWords(quotaDays)} days at level L2, ${weeklyQuota(3)} at L3 and ${weeklyQuota(4)} at L4.`,
    action: 'Invite people after that, or add a stronger proof to your claim.',
    link: refusalLinks.dashboard,
  },
  invitation_already_open: {
    title: 'There is already an open invitation between you',
    detail: 'Two people can have one open invitation at a time.',
    action: 'Answer it, withdraw it, or wait.',
    link: { href: '/me/network#invitations', label: 'See your invitations' },
  },
  decline_cooldown: {
    status: 429,
    title: 'An invitation between you was declined',
    detail: `After a decline, neither of you can invite the other for ${declineCooldownDays} days.`,
    action: 'Send your invitation after that date.',
  },
  blocked_by_you: {
    status: 403,
    title: 'You have blocked this person',
    detail: 'While the block lasts, neither of you can invite the other.',
    action: 'Unblock the person first.',
    link: { href: '/me/network#blocks', label: 'See blocked people' },
  },
  new_account_cooldown: {
    status: 429,
    title: 'Your account is less than a day old',
    detail: 'On its first day an account can send one invitation.',
    action: 'Send the next one after that.',
  },
  same_text_cooldown: {
    status: 429,
    title: 'You have sent nearly the same text to others this week',
    detail: `The same text can go to ${inWords(maxSameTextRecipients)} people in ${inWords(sameTextCooldownDays)} days.`,
    action: 'Explain in your own words why you write to this person, or send it later.',
  },
  declines_cooldown: {
    status: 429,
    title: 'Your latest invitations were declined',
    detail: `After ${inWords(minConsecutiveDeclines)} in a row you wait one week. Each further one adds a week, up to ${inWords(maxWaitDays / 7)}.`,
    action: 'Look for a person whose profile names your purpose. You can send invitations again after that date.',
  },
  report_cooldown: {
    status: 429,
    title: 'A report about one of your messages was upheld',
    detail: `After that you cannot send invitations for ${reportCooldownDays} days.`,
    action: 'You can still answer invitations and use your conversations.',
  },
  record_not_held: {
    title: 'One of the two profiles has no owner in this conversation any more',
    detail: 'A collaboration connects two claimed profiles.',
    action: 'Confirm the collaboration again after both profiles are claimed.',
  },
  collaborator_needs_proof: {
    status: 403,
    title: 'The other profile needs a strong proof first',
    detail: `A collaboration is shown on both profiles, so both owners need level L${levelOf('collaborate')}.`,
    action: 'Tell them in this conversation: an ORCID iD or an address at their institution works at once. Then confirm again.',
  },
  nothing_to_end: {
    title: 'There is no collaboration to end',
    detail: 'Neither profile lists it.',
    action: 'Reload the page to see the current state.',
  },
  unknown_block: {
    status: 404,
    title: 'This block does not exist any more',
    detail: 'It expired, or you ended it before.',
    action: 'Check your list of blocked people.',
    link: { href: '/me/network#blocks', label: 'See blocked people' },
  },
  unknown_invitation: {
    status: 404,
    title: 'This invitation does not exist',
    detail: 'It is not one of your invitations.',
    action: 'Check the invitations on your dashboard.',
    link: refusalLinks.dashboard,
  },
  not_yours_to_answer: {
    status: 403,
    title: 'Only the other person can do this',
    detail: 'The recipient accepts or declines. The sender can withdraw.',
    action: 'Wait for their answer.',
    link: refusalLinks.dashboard,
  },
  invitation_closed: {
    title: 'This invitation is closed',
    detail: 'It was answered or withdrawn, or it expired.',
    action: 'Reload the page to see how it ended.',
    link: refusalLinks.dashboard,
  },
  record_released: {
    title: 'You do not own the invited profile at the moment',
    detail: 'You released it, it is disputed, or its name is hidden. The invitation was addressed to its owner.',
    action: 'Decline it, or answer after the profile is yours again.',
    link: refusalLinks.dashboard,
  },
  sender_released_record: {
    title: 'The sender does not own their profile at the moment',
    detail: 'They released it, or it is disputed. It no longer shows who writes to you.',
    action: 'Decline the invitation, or answer after the profile is theirs again.',
  },
  thread_closed: {
    status: 403,
    title: 'This conversation is closed',
    detail: 'Both of you can still read its messages.',
    action: 'Check your other conversations.',
    link: refusalLinks.dashboard,
  },
  other_side_gone: {
    status: 410,
    title: 'The other account no longer exists',
    detail: 'It was erased together with its messages. Your own messages remain.',
    action: 'Check your other conversations.',
    link: refusalLinks.dashboard,
  },
  too_many_messages: {
    status: 429,
    title: 'You have sent many messages in a short time',
    detail: `You can send ${messageRateLimit.times} messages to a conversation in ${inWords(messageRateLimit.minutes)} minutes.`,
    action: 'Save your text, and send it later.',
  },
  newer_message: {
    title: 'A newer message has arrived',
    detail: 'The conversation stays unread.',
    action: 'Open the conversation to read it.',
    link: { href: '/messages', label: 'Open your messages' },
  },
  unknown_thread: {
    status: 404,
    title: 'This conversation does not exist',
    detail: 'It is not one of your conversations.',
    action: 'Check the conversations on your dashboard.',
    link: refusalLinks.dashboard,
  },
} as const satisfies Record<string, Refusal>;
