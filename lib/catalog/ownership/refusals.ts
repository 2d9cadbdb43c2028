import { maxPinned } from '#lib/catalog/statements/model/statement.ts';
import { formatLimit, formatSize, inWords } from '#lib/platform/limits.ts';
import type { Refusal } from '#lib/platform/refusals.ts';
import { maxPhotoBytes, maxPhotoPixels, photoLimit } from './model.ts';

/** Error codes of this module. */
export const ownershipRefusals = {
  not_your_record: {
    status: 403,
    title: 'This profile is not yours',
    detail: 'Only the owner of a profile can change it.',
    action: 'Claim the profile first.',
  },
  profile_merged: {
    title: 'This profile was merged into another one',
    detail: 'Nothing was saved: the merge was made after this page was loaded.',
    action: 'Make the change there.',
    link: { href: '/me/records', label: 'Open the profile that remains' },
  },
  unknown_address: {
    status: 404,
    title: 'This is not an earlier address of your profile',
    detail: 'You can disable only the addresses that the profile had under other names.',
    action: 'Choose one of the earlier addresses of your profile.',
    link: { href: '/me/records', label: 'Go to your profile' },
  },
  record_frozen: {
    status: 403,
    title: 'This profile is frozen',
    detail: 'Another person claimed it, and the case is not decided. Until then nobody can change the profile.',
    action: 'Ask the operator of this instance.',
  },
  edit_conflict: {
    title: 'Your statements were changed in the meantime',
    detail: 'Another tab or device saved changes after this form was loaded.',
    action: 'Your input is still below. Open the page in a second tab, compare, and save again.',
  },
  photo_missing: {
    status: 400,
    title: 'No photo was chosen',
    detail: 'The form contained no file.',
    action: 'Choose a photo, and upload it.',
  },
  photo_too_large: {
    status: 413,
    title: 'The photo is too large',
    detail: `A photo has up to ${formatSize(maxPhotoBytes)}.`,
    action: 'Make it smaller, and upload it again.',
  },
  photo_unreadable: {
    status: 400,
    title: 'The photo cannot be read',
    detail: `It is not a JPEG, PNG or WebP file, is damaged, or has more than ${maxPhotoPixels / 1_000_000} million pixels.`,
    action: 'Save it as JPEG, and upload it again.',
  },
  photo_too_costly: {
    status: 413,
    title: 'The photo takes too much memory or time to read',
    detail: 'It has too many pixels for the way in which it is stored.',
    action: 'Make it smaller, save it as JPEG, and upload it again.',
  },
  too_many_photos: {
    status: 429,
    title: 'Too many photos in a short time',
    detail: `An account can upload a photo ${formatLimit(photoLimit, 'times')}.`,
    action: 'Try again later.',
  },
  too_many_pinned: {
    title: `You have already pinned ${inWords(maxPinned)} works`,
    detail: `A profile can have ${inWords(maxPinned)} pinned works.`,
    action: 'Unpin one, then pin this one.',
  },
  unknown_work: {
    status: 400,
    title: 'One of the works does not exist here',
    detail: 'Its address leads to no work, or is incomplete.',
    action: 'Open the page of the work and copy its address from the browser.',
  },
} as const satisfies Record<string, Refusal>;
