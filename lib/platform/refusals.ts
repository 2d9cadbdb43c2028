/** How a refusal is told: what is missing, and what to do next. */
export interface Refusal {
  /** HTTP status, where the refusal answers a request by itself. */
  status: 400 | 401 | 403 | 404 | 409 | 410 | 413 | 429 | 502 | 503;
  title: string;
  /** What is missing, or what stands in the way. */
  missing: string;
  /** What to do next. */
  next: string;
  /** Where that is done. */
  link?: { href: string; says: string };
}

const signIn = { href: '/sign-in', says: 'Sign in' };
const me = { href: '/me', says: 'Go to your page' };
const security = { href: '/me/security', says: 'Look at your ways to sign in' };
const search = { href: '/search', says: 'Search' };

const passkey = { href: '/sign-in?problem=passkey_sign_in_needed', says: 'Sign in with your passkey' };
const passkeys = { href: '/me/security#passkeys', says: 'Look at your passkeys' };

/** What somebody hears whose vote would count together with that of somebody close to them. */
const tooClose = (tie: string) =>
  ({
    status: 403,
    title: 'You are too close to somebody who voted the same way',
    missing: `${tie}. Two votes that decide must come from people who are independent of each other.`,
    next: 'Your vote was not stored. Leave this decision to another reviewer; you can still vote the other way.',
    link: { href: '/review', says: 'See what waits' },
  }) as const;

/** One table of every refusal in the product, so that a page, a form and an answer by HTTP say the same. */
export const refusals = {
  // Any form
  invalid: {
    status: 400,
    title: 'Something in the form is missing',
    missing: 'One field or more could not be read.',
    next: 'Look at the fields marked below.',
  },
  not_signed_in: {
    status: 401,
    title: 'You are not signed in',
    missing: 'This needs an account.',
    next: 'Sign in with your e-mail address or ORCID; you come back here.',
    link: signIn,
  },

  // Signing in
  bad_address: {
    status: 400,
    title: 'This is not an e-mail address that we can use',
    missing: 'One plain address is needed, such as name@university.edu.',
    next: 'Check it for spaces, commas and a missing part after the @.',
  },
  mail_just_sent: {
    status: 429,
    title: 'A mail to this address was sent a moment ago',
    missing: 'At most one mail a minute goes to an address, whoever asks for it.',
    next: 'If you asked for it, open the mail that was already sent. You can also use your passkey, or the browser in which you signed in with this address before. Or ask again in a minute.',
  },
  too_many_links: {
    status: 429,
    title: 'Too many mails to this address were asked for',
    missing: 'Several mails went to it within the last hour. Nobody can use them without the browser that asked.',
    next: 'If you asked for one, open the mail that was already sent. You can also use your passkey, or the browser in which you signed in with this address before.',
  },
  too_many_links_from_network: {
    status: 429,
    title: 'Too many links were asked for from your network',
    missing: 'People on your network have asked for many sign-in links within 15 minutes; your address is not the reason.',
    next: 'Use your passkey, the browser in which you signed in before, or another network, such as that of your phone.',
  },
  wrong_code: {
    status: 400,
    title: 'This code does not work',
    missing: 'It was mistyped, has been used, or is older than 10 minutes.',
    next: 'Type the code of the newest mail, or ask for a new link.',
    link: { href: '/sign-in', says: 'Ask for a new link' },
  },
  too_many_codes: {
    status: 429,
    title: 'Too many wrong codes',
    missing: 'The link was closed after several wrong codes, to keep others out.',
    next: 'Ask for a new link here.',
  },
  too_many_codes_from_network: {
    status: 429,
    title: 'Too many codes were tried from your network',
    missing: 'People on your network have typed many codes within 15 minutes. Your link has not been used up.',
    next: 'Try again in a few minutes, or from another network with this browser; ask for a new link once yours is older than 10 minutes.',
  },
  mail_sign_in_off: {
    status: 403,
    title: 'This instance does not sign people in by mail',
    missing: 'Its operator has turned links by mail off.',
    next: 'Sign in with ORCID, or with a passkey that you have added before.',
  },
  link_expired: {
    status: 410,
    title: 'This browser has no open sign-in',
    missing: 'The link was used, is older than 10 minutes, or was asked for in another browser.',
    next: 'Ask for a new link here.',
  },
  reauthentication_required: {
    status: 401,
    title: 'Please sign in again first',
    missing: 'What changes who can sign in or is signed in, or ends an account, needs a sign-in within the last 30 minutes.',
    next: 'Sign in again below, then go on from there.',
  },
  rate_limited: {
    status: 429,
    title: 'Too many changes in a short time',
    missing: 'An account makes at most 120 changes a minute. This one was not made.',
    next: 'Wait a minute, then do it again.',
  },
  passkey_sign_in_needed: {
    status: 401,
    title: 'Sign in with your passkey first',
    missing: 'This needs a sign-in with a passkey within the last 30 minutes.',
    next: 'Sign in with your passkey, then do it again. Without a passkey, add one on the page of your ways to sign in.',
    link: passkey,
  },
  passkey_required: {
    status: 403,
    title: 'This account requires its passkey',
    missing: 'Its owner has chosen that no other way signs in.',
    next: 'Sign in with the passkey below. If it is lost, use the recovery contact at the end of this page.',
  },
  needs_a_passkey: {
    status: 409,
    title: 'Your account has no passkey yet',
    missing: 'An account can require its passkey once it has one.',
    next: 'Add a passkey, sign in with it, then turn this on.',
    link: passkeys,
  },
  orcid_not_set_up: {
    status: 503,
    title: 'ORCID is not set up here',
    missing: 'The operator of this instance has not connected it to ORCID.',
    next: 'Sign in with your e-mail address.',
  },
  orcid_unreachable: {
    status: 502,
    title: 'ORCID does not answer',
    missing: 'ORCID could not be reached just now. Nothing has been changed.',
    next: 'Try again in a few minutes.',
  },
  orcid_failed: {
    status: 400,
    title: 'Signing in with ORCID did not work',
    missing: 'The answer from ORCID did not belong to a sign-in of this browser, or could not be read.',
    next: 'Start again from here.',
  },
  orcid_declined: {
    status: 403,
    title: 'You did not grant access at ORCID',
    missing: 'ORCID tells us your iD only when you allow it.',
    next: 'Start again, or sign in with your e-mail address.',
  },
  orcid_of_another_account: {
    status: 409,
    title: 'This ORCID iD belongs to another account',
    missing: 'It already signs somebody in here; if that is you, you have two accounts.',
    next: 'Sign out and sign in with ORCID to use that account.',
  },
  another_orcid_linked: {
    status: 409,
    title: 'Your account has another ORCID iD',
    missing: 'An account can be connected to one iD.',
    next: 'Sign in at ORCID with the iD that your page shows.',
    link: me,
  },

  // Having an account erased
  sole_admin: {
    status: 409,
    title: 'You are the only admin of this instance',
    missing: 'Nobody could run it without you.',
    next: 'Make somebody else an admin first: whoever runs the server does it with npm run accounts -- grant-admin <email>. Then ask again.',
  },
  erasure_pending: {
    status: 409,
    title: 'The erasure of your account waits already',
    missing: 'It was asked for before.',
    next: 'The page says when it is done, and lets you call it off.',
    link: { href: '/me/data#erasure', says: 'See how it stands' },
  },
  no_erasure: {
    status: 409,
    title: 'No erasure waits',
    missing: 'It was called off, or nobody had asked for it.',
    next: 'Nothing is left to do: your account is kept.',
  },

  // Running the instance
  not_an_admin: {
    status: 403,
    title: 'This is for the operator of the instance',
    missing: 'Your account has no such role.',
    next: 'Whoever runs the server gives it: npm run accounts -- grant-admin <email>',
  },
  unknown_announcement: {
    status: 404,
    title: 'This announcement no longer stands',
    missing: 'It has ended, or somebody has taken it down.',
    next: 'Nothing is left to do.',
  },
  unknown_job: {
    status: 409,
    title: 'This job no longer waits for you',
    missing: 'Somebody has given it another try, or it was swept away.',
    next: 'Look at the list again.',
  },

  // Records
  unknown_author: {
    status: 404,
    title: 'There is no such record',
    missing: 'No author record has this address.',
    next: 'Search for the name.',
    link: search,
  },
  own_record: {
    status: 409,
    title: 'This is your own record',
    missing: 'You need not follow it.',
    next: 'Changes on it reach you anyway.',
  },

  // Following
  unknown_context: {
    status: 404,
    title: 'There is no such topic, venue or institution',
    missing: 'No work stands in it any more, or the address was cut short.',
    next: 'Search for its name.',
    link: search,
  },
  not_followed: {
    status: 404,
    title: 'You do not follow this',
    missing: 'It is not in your list any more.',
    next: 'Your page lists what you follow.',
    link: { href: '/me/network#follows', says: 'Go to your list' },
  },
  empty_search: {
    status: 400,
    title: 'This search looks for nothing',
    missing: 'A search that you save needs at least one word.',
    next: 'Search for some words first.',
    link: search,
  },
  search_too_broad: {
    status: 400,
    title: 'This search finds too much to be saved',
    missing: 'It means more than 20,000 works, so that new ones could be missed among them.',
    next: 'Add a word, or a year to begin with; or follow a topic instead.',
  },
  too_many_searches: {
    status: 429,
    title: 'You have saved 20 searches',
    missing: 'An account can save 20.',
    next: 'Take one away first: your page lists them.',
    link: { href: '/me/network#follows', says: 'Go to your list' },
  },
  unknown_time_zone: {
    status: 400,
    title: 'This time zone is not known here',
    missing: 'A name of the IANA list is needed, such as Europe/Rome.',
    next: 'Choose one of the list.',
  },
  needs_address_for_mail: {
    status: 403,
    title: 'Your account has no confirmed e-mail address',
    missing: 'There is nowhere to send mail to.',
    next: 'Your feed and your notices can be read here without any.',
    link: { href: '/feed', says: 'Go to your feed' },
  },
  unknown_link: {
    status: 404,
    title: 'This link does not work',
    missing: 'It was cut short, or belongs to an account that is gone.',
    next: 'Copy the whole address from the mail, or sign in and choose which mails you want.',
    link: { href: '/me/notifications', says: 'Choose your mails' },
  },

  // Claims
  already_claimed: {
    status: 409,
    title: 'Somebody has already claimed this record',
    missing: 'One person at a time can hold a claim to a record.',
    next: 'If the record is yours, show a strong proof below: it opens a review, and two reviewers decide. During the 7-day notice of a claim a fair proof is enough. Without one, report the record as impersonation through “Fix this record”.',
  },
  already_yours: {
    status: 409,
    title: 'You have claimed this record',
    missing: 'Nothing is missing.',
    next: 'Your page shows how the claim stands.',
    link: me,
  },
  organisation_record: {
    status: 403,
    title: 'This record belongs to an organisation',
    missing: 'A group that signs papers has no single owner.',
    next: 'Claim the record that bears your own name.',
    link: search,
  },
  unresolved_record: {
    status: 403,
    title: 'This record is not resolved',
    missing: 'No source lists a work for it, its sources name two different people, or it was frozen after somebody else had claimed it.',
    next: 'It can be claimed once a source with works is imported or the doubt is settled.',
  },
  needs_confirmed_email: {
    status: 403,
    title: 'Your account has no confirmed e-mail address',
    missing: 'This way needs an account with a confirmed address, and yours signs in with ORCID.',
    next: 'ORCID is the way for this account: claim the record with it.',
  },
  needs_orcid: {
    status: 403,
    title: 'Your account is not connected to ORCID',
    missing: 'This proof needs an ORCID iD that you have signed in with.',
    next: 'Connect ORCID first.',
  },
  no_employment: {
    status: 403,
    title: 'No institution of this record has written an employment on your iD',
    missing:
      'What counts is a present employment that the institution itself has put on your public ORCID record, at an institution that this record names, and a name of yours that is on this record.',
    next: 'Ask your institution whether it writes to ORCID, or choose another way.',
  },
  another_orcid_on_record: {
    status: 403,
    title: 'This record bears another ORCID iD',
    missing: 'A source ties it to an iD that is not the one of your account.',
    next: 'Look for the record with your works. If the source is wrong, tell the operator of this instance.',
    link: search,
  },
  too_many_open_claims: {
    status: 429,
    title: 'Five of your claims are waiting already',
    missing: 'At most five claims of one account can be in notice or review at a time.',
    next: 'Wait for one to be decided, or take one back.',
    link: me,
  },
  too_many_claims_today: {
    status: 429,
    title: 'You have claimed five records today',
    missing: 'One account can claim five records in 24 hours.',
    next: 'Claim the next one tomorrow. Records of one person can be merged instead: propose it through “Fix this record”.',
  },
  objection_open: {
    status: 409,
    title: 'This record needs a strong proof',
    missing:
      'Somebody has shown a strong proof against an earlier claim, or reviewers have turned down a claim of yours. A fair or weak proof is not enough here.',
    next: 'Show a strong proof: an ORCID iD to which a publisher or Crossref has added a work of this record, or an address at its institution that is made of your name.',
  },
  bad_domain: {
    status: 400,
    title: 'This is not a domain that we can ask',
    missing: 'One name such as example.org is needed, or an address on it.',
    next: 'Type the domain that you administer, without a path.',
  },
  bad_page: {
    status: 400,
    title: 'This is not a page that we can read',
    missing: 'A page of your own on the open web is needed; its address begins with https://.',
    next: 'Type the whole address of the page, as the browser shows it.',
  },
  bad_repository: {
    status: 400,
    title: 'This is not the address of a repository',
    missing: 'An address such as https://github.com/owner/name is needed, on a host that this instance knows.',
    next: 'Copy the address of the repository’s first page.',
  },
  repository_not_linked: {
    status: 403,
    title: 'No work of this record links this repository',
    missing: 'A repository shows something only where a work names it as its code.',
    next: 'Choose one of the repositories that the page lists, or another way.',
  },
  domain_not_named: {
    status: 403,
    title: 'Nothing on this record names this domain',
    missing: 'A domain shows something only where a work, its code, or the ORCID record that belongs to the record named it before.',
    next: 'Use a page on it that links back instead; or, if the iD is yours by a shared work, add the domain to your ORCID record.',
  },
  shared_domain: {
    status: 403,
    title: 'This domain belongs to many people',
    missing: 'A publisher, a host of code or an institution answers for it, so it shows nothing of one person.',
    next: 'For an institution, confirm an address at it. Otherwise choose another way.',
  },
  domain_not_in_registry: {
    status: 403,
    title: 'We know no organisation with this domain',
    missing: 'The ROR registry, as it was imported here, lists no active organisation for the part after the @.',
    next: 'If your institution has another domain, use an address there. Any confirmed address works too, as a weak proof.',
  },
  federated_not_set_up: {
    status: 503,
    title: 'This instance is not connected to this organisation',
    missing: 'Its operator has set up no login of this organisation.',
    next: 'Choose another way to show what you want to show.',
    link: security,
  },
  federated_unreachable: {
    status: 502,
    title: 'The organisation’s login does not answer',
    missing: 'Its server could not be read, or said something other than it should.',
    next: 'Try again in a few minutes. If it stays so, the operator of this instance can look at its settings.',
    link: security,
  },
  federated_declined: {
    status: 403,
    title: 'The organisation has not confirmed you',
    missing: 'You turned back there, or it did not let you in.',
    next: 'Nothing was changed. Try again, or choose another way.',
    link: security,
  },
  federated_failed: {
    status: 403,
    title: 'The organisation’s answer could not be used',
    missing: 'It does not fit the request that left this browser, is too old, or is not signed by the organisation.',
    next: 'Begin again from your ways to sign in, in one browser and without a second tab.',
    link: security,
  },
  federated_of_another_account: {
    status: 409,
    title: 'This login is bound to another account',
    missing: 'Somebody has shown the same person at the same organisation with another account here.',
    next: 'If that account is yours too, sign in to it and end the bond there first.',
    link: security,
  },
  another_federated_linked: {
    status: 409,
    title: 'Another person of this organisation is bound to your account',
    missing: 'An account is bound to one person of each organisation.',
    next: 'End that bond under your ways to sign in, then show this login.',
    link: security,
  },
  federated_not_linked: {
    status: 404,
    title: 'This login is not bound to your account',
    missing: 'It may have been ended in another tab.',
    next: 'Look at your ways to sign in.',
    link: security,
  },
  address_not_in_work: {
    status: 403,
    title: 'This address stands beside your name no longer',
    missing: 'The source has changed its record since the mail went out, or the work has left this author record.',
    next: 'Choose another way, or tell us through "Fix this record" what is wrong with the record.',
  },
  too_many_proofs: {
    status: 429,
    title: 'Too many proofs were tried',
    missing: 'Your account has begun or looked many times within an hour.',
    next: 'Try again in an hour. What is open stays open.',
  },
  too_many_proof_mails: {
    status: 429,
    title: 'Too many mails were asked for to this address',
    missing: 'Five went to it within an hour.',
    next: 'Look into its mailbox, or try again in an hour.',
  },
  proof_counts: {
    status: 409,
    title: 'You have shown this already',
    missing: 'Nothing is missing.',
    next: 'It stands among your proofs, with the day of the last look.',
  },
  unknown_proof: {
    status: 404,
    title: 'There is no such proof',
    missing: 'It is not among those of your account.',
    next: 'Sign in with the account that asked for it, or begin again on the claim page.',
  },
  proof_expired: {
    status: 410,
    title: 'This proof is no longer open',
    missing: 'Its token or link was used, is older than 24 hours, or is not the newest.',
    next: 'Ask for a new one on the claim page of the record.',
  },
  attestation_for_unclaimed_record: {
    status: 403,
    title: 'Nobody owns this record at present',
    missing: 'A word is about the person who has claimed a record; this one is unclaimed or disputed.',
    next: 'Follow the record: you are told when it is claimed.',
  },
  self_attestation: {
    status: 409,
    title: 'Both records are of one person',
    missing: 'A word counts when somebody else gives it.',
    next: 'Ask a co-author who has claimed a record of their own.',
  },
  attestation_needs_level: {
    status: 403,
    title: 'This record’s level is too low for that',
    missing: 'Co-authors confirm from level L3 on, and vouch from L4 on.',
    next: 'Further proofs raise a record’s level; its claim page lists them.',
  },
  attestation_needs_work: {
    status: 403,
    title: 'The two records share no work',
    missing: 'A confirmation is about a work that both sign.',
    next: 'Ask somebody who signs one of the works.',
  },
  attestation_exists: {
    status: 409,
    title: 'This was asked or said before',
    missing: 'Nothing is missing.',
    next: 'It stands on the page of words, and can be taken back there.',
    link: { href: '/confirm', says: 'Words asked and given' },
  },
  attestation_closed: {
    status: 409,
    title: 'This is no longer open',
    missing: 'It was answered or taken back before, or it is not yours.',
    next: 'The page of words shows how it stands.',
    link: { href: '/confirm', says: 'Words asked and given' },
  },
  vouching_limit_reached: {
    status: 429,
    title: 'You have vouched as often as you can for now',
    missing: 'Five vouches within 30 days, and twenty that stand, are the most of one account.',
    next: 'Wait until 30 days have passed, or take one back.',
  },
  unknown_dispute: {
    status: 404,
    title: 'There is no such objection',
    missing: 'It is not among those of your account.',
    next: 'Your page lists them.',
    link: me,
  },
  dispute_closed: {
    status: 409,
    title: 'This objection has ended',
    missing: 'It was decided or taken back before.',
    next: 'The claim page shows how it stands.',
  },
  unknown_claim: {
    status: 404,
    title: 'There is no such claim',
    missing: 'It is not among the claims of your account.',
    next: 'Your page lists them.',
    link: me,
  },
  claim_closed: {
    status: 409,
    title: 'This claim has ended',
    missing: 'It was decided or taken back before.',
    next: 'Your page shows how it stands.',
    link: me,
  },
  unknown_decision: {
    status: 404,
    title: 'There is no such decision of yours',
    missing: 'Only whoever a decision went against can ask for another look at it.',
    next: 'Your page lists your claims and reports, and your notices tell what was decided.',
    link: me,
  },
  appeal_filed: {
    status: 409,
    title: 'Another look was asked for before',
    missing: 'A decision is looked at again once for each side.',
    next: 'Its page says how that stands.',
  },
  appeal_deadline_passed: {
    status: 410,
    title: 'It is too late for another look',
    missing: 'It can be asked for within 30 days of a decision.',
    next: 'If you know something new, begin again: show another proof, or send a new report.',
  },
  too_close_to_decide: {
    status: 403,
    title: 'This is for somebody else to decide',
    missing: 'You own or have claimed this record, objected to a claim on it, reported it, or are a co-author.',
    next: 'Ask another admin of this instance.',
  },
  not_your_record: {
    status: 403,
    title: 'This record is not yours',
    missing: 'Only its owner can say this.',
    next: 'Claim the record first.',
  },
  unknown_address: {
    status: 404,
    title: 'This is no old address of your record',
    missing: 'Only addresses that the record had under other names can be stopped. The one it has now cannot.',
    next: 'Choose an address under “Old addresses” on the page of your record.',
    link: { href: '/me/records', says: 'Go to your record' },
  },
  record_frozen: {
    status: 403,
    title: 'This record is frozen',
    missing: 'It was frozen after somebody else had claimed it, and nobody can speak for it until that is settled.',
    next: 'Ask the operator of this instance.',
  },
  edit_conflict: {
    status: 409,
    title: 'What you say of yourself was changed meanwhile',
    missing: 'It was saved from another tab or device after this form was loaded.',
    next: 'What you typed still stands below. Open the page anew to see what is there, and save again.',
  },
  too_many_pinned: {
    status: 409,
    title: 'Five works are shown first already',
    missing: 'There is room for five.',
    next: 'Take one out, then add this one.',
  },

  // Invitations: the other side
  organisation_cannot_be_invited: {
    status: 403,
    title: 'An organisation cannot be invited',
    missing: 'Nobody reads invitations for it.',
    next: 'Invite one of its people.',
  },
  recipient_unclaimed: {
    status: 403,
    title: 'Nobody has claimed this record',
    missing: 'Its owner has not claimed it, so nobody has agreed to receive invitations.',
    next: 'Follow the record: you are told when it is claimed.',
  },
  recipient_pending: {
    status: 403,
    title: 'The claim to this record is not decided yet',
    missing: 'Somebody has claimed it; until that is accepted, nobody can answer invitations for it.',
    next: 'Follow the record: you are told when its owner is known.',
  },
  recipient_closed: {
    status: 403,
    title: 'The owner is not open to invitations',
    missing: 'The owner has not said that they are open to invitations.',
    next: 'Follow the record, and look again later.',
  },
  purpose_not_welcome: {
    status: 403,
    title: 'The owner is not open to this',
    missing: 'They have named other purposes.',
    next: 'Choose one that their record names.',
  },
  level_below_theirs: {
    status: 403,
    title: 'They take invitations from level L3 on',
    missing: 'The record that you write for is at a lower level.',
    next: 'Your record’s page lists what is missing for the next level.',
    link: me,
  },
  no_shared_context: {
    status: 403,
    title: 'They take invitations from people they share something with',
    missing: 'Your records share neither a work nor a collaborator that is listed here.',
    next: 'If a work that you share is missing, report it on your record; or ask a common colleague to introduce you.',
  },
  monthly_quota_used: {
    status: 429,
    title: 'They have received as many invitations as they want in a month',
    missing: 'They have set a limit for any 30 days, and it is reached.',
    next: 'Write after that, or follow the record meanwhile.',
  },
  too_many_open_invitations: {
    status: 403,
    title: 'They have several invitations to answer already',
    missing: 'At most five are open at a time from people without a shared work.',
    next: 'Write after that at the latest, or look again: an answer frees a place.',
  },

  // Invitations: your side
  same_person: {
    status: 403,
    title: 'This is your own record',
    missing: 'You cannot invite yourself.',
    next: 'Look for somebody to work with.',
    link: search,
  },
  needs_claimed_record: {
    status: 403,
    title: 'You need a claimed record of your own',
    missing: 'Whoever is invited must be able to see who writes.',
    next: 'Find your record and claim it.',
    link: search,
  },
  level_too_low: {
    status: 403,
    title: 'Your record’s level is too low to invite',
    missing: 'Invitations are sent from level L2 on.',
    next: 'Your record’s page lists the conditions that are not met.',
    link: me,
  },
  weekly_quota_used: {
    status: 429,
    title: 'You have sent this week’s invitations',
    missing: 'A record of level L2 sends 3 in seven days, L3 10, L4 20.',
    next: 'Write after that, or add a stronger proof to your claim.',
    link: me,
  },
  invitation_already_open: {
    status: 409,
    title: 'There is an open invitation between you',
    missing: 'Two people have one open invitation at a time, whoever sent it.',
    next: 'Your page lists it: answer it, take it back, or wait.',
    link: me,
  },
  decline_cooldown: {
    status: 429,
    title: 'An invitation between you was declined',
    missing: 'After that there is a pause of 90 days.',
    next: 'You can write again once it is over.',
  },
  blocked_by_you: {
    status: 403,
    title: 'You have chosen to hear no more from them',
    missing: 'While that holds, neither of you can invite the other.',
    next: 'Your page lets you take it back.',
    link: { href: '/me/network#blocks', says: 'Go to your page' },
  },
  new_account_cooldown: {
    status: 429,
    title: 'Your account is less than a day old',
    missing: 'On its first day an account can send one invitation.',
    next: 'Keep what you have written, and send it then.',
  },
  same_text_cooldown: {
    status: 429,
    title: 'You have sent nearly the same text to others this week',
    missing: 'An invitation is written for one person; the same text goes to two people in seven days at most.',
    next: 'Say in your own words why you ask this person, or send it then.',
  },
  declines_cooldown: {
    status: 429,
    title: 'Your latest invitations were declined',
    missing: 'After three in a row there is a week of waiting, and with each further one a week more, up to four.',
    next: 'Look for somebody whose record names what you propose; you can write again then.',
  },
  report_cooldown: {
    status: 429,
    title: 'A report about what you wrote was upheld',
    missing: 'After that no invitations can be sent for 90 days.',
    next: 'You can answer invitations and go on with your threads meanwhile.',
  },
  unknown_work: {
    status: 400,
    title: 'One of the works is not on this site',
    missing: 'Its address leads nowhere here, or was cut short.',
    next: 'Open the work’s page, and copy the address from the browser.',
  },
  record_not_held: {
    status: 409,
    title: 'One of the two records has no owner in this thread any more',
    missing: 'Working together stands on two claimed records.',
    next: 'Once both are claimed again by the two of you, say it again.',
  },
  nothing_to_end: {
    status: 409,
    title: 'There is nothing to end',
    missing: 'Neither record says that you work together.',
    next: 'Load the page again to see how it stands.',
  },
  unknown_block: {
    status: 404,
    title: 'There is no such block any more',
    missing: 'It has run out, or was ended before.',
    next: 'Your page lists those that stand.',
    link: { href: '/me/network#blocks', says: 'Go to your page' },
  },
  unknown_invitation: {
    status: 404,
    title: 'There is no such invitation',
    missing: 'It is not among the invitations of your account.',
    next: 'Your page lists them.',
    link: me,
  },
  not_yours_to_answer: {
    status: 403,
    title: 'This is for the other side to decide',
    missing: 'The recipient accepts or declines; the sender takes back.',
    next: 'Wait for their answer.',
    link: me,
  },
  invitation_closed: {
    status: 409,
    title: 'This invitation has ended',
    missing: 'It was answered, taken back, or ran out before.',
    next: 'The page shows how it ended.',
    link: me,
  },
  record_released: {
    status: 409,
    title: 'The invited record is not in your hands at present',
    missing: 'You have given it back, somebody disputes it, or its name is kept from sight. The invitation was to its owner.',
    next: 'Your page says how it stands. You can decline, or answer once the record is yours again.',
    link: me,
  },
  sender_released_record: {
    status: 409,
    title: 'The record of the sender is not in their hands at present',
    missing: 'They have given it back, or it is not settled whose it is. So it does not say who writes to you.',
    next: 'Decline it, or leave it: you can answer once the record is theirs again, and they can invite you anew.',
  },
  thread_closed: {
    status: 403,
    title: 'This thread takes no further messages',
    missing: 'What was written in it stays readable for both sides.',
    next: 'Your page lists your other threads.',
    link: me,
  },
  other_side_gone: {
    status: 410,
    title: 'The account of the other side is gone',
    missing: 'It was erased, and what it had written with it. What you wrote stays yours to read.',
    next: 'Your page lists your other threads.',
    link: me,
  },
  too_many_messages: {
    status: 429,
    title: 'You have written many messages in a short time',
    missing: 'A thread takes 30 messages in ten minutes from one side.',
    next: 'Keep what you have written, and send it then.',
  },
  unknown_thread: {
    status: 404,
    title: 'There is no such thread',
    missing: 'It is not among the threads of your account.',
    next: 'Your page lists them.',
    link: me,
  },

  // Reporting
  unknown_subject: {
    status: 404,
    title: 'What you report on is not here any more',
    missing: 'The record or work has gone, or the address was cut short.',
    next: 'Search for it, and report from its page.',
    link: search,
  },
  unclaimed_record: {
    status: 409,
    title: 'Nobody has claimed this record',
    missing: 'It has no owner who could be somebody else.',
    next: 'If something else is wrong with it, report that.',
  },
  unknown_other: {
    status: 404,
    title: 'The other one was not found',
    missing: 'No record or work of this site stands at the address that you gave.',
    next: 'Open its page, copy the address from the browser, and send the report again.',
  },
  same_subject: {
    status: 400,
    title: 'Both addresses lead to the same page',
    missing: 'The other record or work is the one that you report on.',
    next: 'Give the address of the second one.',
  },
  already_reported: {
    status: 409,
    title: 'This report is already with those who decide',
    missing: 'The same was sent before, and nobody has decided on it yet.',
    next: 'There is nothing more to do. If you know more, add it in the last field and send it again.',
  },
  too_many_reports: {
    status: 429,
    title: 'Many reports came from here in a short time',
    missing: 'An account can send 20 reports a day, and a network without an account 10 an hour.',
    next: 'Keep what you have written, and send it later.',
  },
  unknown_report: {
    status: 404,
    title: 'This report cannot be taken back',
    missing: 'It has been decided or taken back, or it is not yours.',
    next: 'Your page lists the reports you made.',
    link: me,
  },

  // Ways to sign in
  passkey_refused: {
    status: 403,
    title: 'This passkey does not work here',
    missing: 'It is not known here, was removed, or its answer came too late.',
    next: 'Try it once more. If it still does not work, sign in with a link by mail or ORCID.',
  },
  passkey_known: {
    status: 409,
    title: 'This passkey is known already',
    missing: 'It was added before, here or to another account, and cannot be added again.',
    next: 'Make a new one on your device.',
  },
  too_many_passkeys: {
    status: 409,
    title: 'The account has twenty passkeys',
    missing: 'More cannot be kept.',
    next: 'Remove one that you no longer use.',
  },
  unknown_passkey: {
    status: 404,
    title: 'There is no such passkey',
    missing: 'It was removed before, or is not one of yours.',
    next: 'Your page lists those that are in use.',
    link: security,
  },
  unknown_session: {
    status: 404,
    title: 'This session has ended',
    missing: 'It was ended or ran out before.',
    next: 'Your page lists those that are open.',
    link: security,
  },
  same_address: {
    status: 400,
    title: 'This is the address that you sign in with',
    missing: 'A recovery contact is for when that one is lost.',
    next: 'Give another address, at another provider if you can.',
  },
  has_address: {
    status: 409,
    title: 'The account has an address',
    missing: 'An account has one address to sign in with.',
    next: 'Give a second one as the recovery contact.',
    link: security,
  },
  address_taken: {
    status: 409,
    title: 'This address belongs to another account',
    missing: 'An address is of one account.',
    next: 'Sign in with it to see that account, or give another address here.',
    link: security,
  },
  no_recovery_contact: {
    status: 409,
    title: 'There is no recovery contact',
    missing: 'It was removed before.',
    next: 'Your page shows how it stands.',
    link: security,
  },
  no_recovery: {
    status: 409,
    title: 'Nobody is waiting to come in',
    missing: 'The way back was stopped or used before.',
    next: 'Your page lists the open sessions: end those that you do not know.',
    link: security,
  },
  too_early: {
    status: 403,
    title: 'The wait is not over',
    missing: 'Between asking and signing in there are 72 hours, in which the account can stop it.',
    next: 'Open the link again when they have passed.',
  },

  // Your data
  archive_pending: {
    status: 409,
    title: 'A copy is being made already',
    missing: 'One is made at a time; it holds all that is here when it is packed.',
    next: 'Wait a moment, and load the page again.',
    link: { href: '/me/data', says: 'Go to your data' },
  },
  too_many_archives: {
    status: 429,
    title: 'You have asked for three copies within a day',
    missing: 'More are not made in that time.',
    next: 'The last one can still be downloaded; ask again tomorrow.',
    link: { href: '/me/data', says: 'Go to your data' },
  },
  unknown_archive: {
    status: 404,
    title: 'This copy is not waiting any more',
    missing: 'It was taken in, another one was sent in after it, or its day is over.',
    next: 'Send it in again: what is here already stays as it is.',
    link: { href: '/me/data#take-in', says: 'Go to your data' },
  },
  too_many_uploads: {
    status: 429,
    title: 'You have sent in many files in a short time',
    missing: 'An account can send in 20 in an hour.',
    next: 'Send it in later.',
  },
  archive_missing: {
    status: 400,
    title: 'No file came with it',
    missing: 'The form was sent without a file, or the file was empty.',
    next: 'Choose the ZIP file of your copy, and send it again.',
  },
  archive_cross_site: {
    status: 403,
    title: 'The file did not come from this page',
    missing: 'Another site sent it, or the browser did not say where it came from.',
    next: 'Choose the file here, and send it again.',
  },
  archive_too_large: {
    status: 413,
    title: 'This file is too large',
    missing: 'A copy has 16 MB at most, and none of its files is larger than 24 MB unpacked.',
    next: 'If it is the copy as you downloaded it, tell the operator of this instance: they can help you in person.',
  },
  archive_not_zip: {
    status: 400,
    title: 'This is not a ZIP file',
    missing: 'It is another kind of file, or the download was cut off.',
    next: 'Send the ZIP as you downloaded it, not what you have unpacked; if it was cut off, download it again.',
  },
  archive_unsafe: {
    status: 400,
    title: 'This ZIP file is not read here',
    missing: 'It names files twice or outside its own folder, or is locked by a password.',
    next: 'Send the ZIP as you downloaded it from the other instance.',
  },
  archive_not_recognised: {
    status: 400,
    title: 'This ZIP file is not a copy of Peergraph',
    missing: 'It has no manifest.json of a copy at its top.',
    next: 'On the other instance, go to “Your data” and ask for a copy; send that ZIP as it is.',
  },
  archive_version_unknown: {
    status: 400,
    title: 'This copy has another version of the format',
    missing: 'This instance reads peergraph-export-1.',
    next: 'Ask the operator whether a newer version of Peergraph can be installed here, or make a new copy on the other instance.',
  },
  archive_damaged: {
    status: 400,
    title: 'This copy cannot be read',
    missing: 'One of its files is missing, cut off, or was changed into another form.',
    next: 'Download it again from the other instance, and send it as it is.',
  },

  // Deciding
  not_a_reviewer: {
    status: 404,
    title: 'This is not here for you',
    missing: 'Your account does not decide on what waits.',
    next: 'Your page shows what is yours.',
    link: me,
  },
  unknown_review: {
    status: 404,
    title: 'There is no such question for you',
    missing: 'It is not among those that you can decide.',
    next: 'The queue lists them.',
    link: { href: '/review', says: 'Go to the queue' },
  },
  review_decided: {
    status: 409,
    title: 'This does not wait any more',
    missing: 'Others have decided on it, or it was taken back, while you looked at it.',
    next: 'The queue lists what still waits.',
    link: { href: '/review', says: 'Go to the queue' },
  },
  already_voted: {
    status: 409,
    title: 'You have voted on this',
    missing: 'Everybody votes once; it waits for somebody else now.',
    next: 'The queue lists what still waits.',
    link: { href: '/review', says: 'Go to the queue' },
  },
  rivals_changed: {
    status: 409,
    title: 'Other people object now',
    missing: 'Somebody joined or withdrew an objection while you looked at it, so your vote was not kept.',
    next: 'Open the question again, look at every objection, and say whose record it is.',
    link: { href: '/review', says: 'Go to the queue' },
  },
  record_merged: {
    status: 409,
    title: 'The record has gone into another one',
    missing: 'It was merged since the claim was decided, so it cannot be given to anybody by itself.',
    next: 'Undo the merge first if the appeal holds, or decide that the first decision stands.',
  },
  not_frozen: {
    status: 409,
    title: 'This record is not frozen',
    missing: 'Somebody has lifted the freeze before.',
    next: 'The queue lists what still waits.',
    link: { href: '/review', says: 'Go to the queue' },
  },
  reviewer_too_close_institution: tooClose('You share an institution with them'),
  reviewer_too_close_orcid: tooClose('You share an ORCID iD with them'),
  reviewer_too_close_network: tooClose('You have signed in from the same network'),
  reviewer_too_close_works: tooClose('You have signed a work together within five years'),
  reviewer_too_close_vouch: tooClose('One of you has vouched for the other, or somebody has vouched for both of you'),
  own_appointment: {
    status: 403,
    title: 'You cannot appoint or dismiss yourself',
    missing: 'Another admin decides who reviews.',
    next: 'Ask another admin. To stop reviewing, use your own page.',
    link: me,
  },
  unknown_volunteer: {
    status: 404,
    title: 'There is no such volunteer or reviewer',
    missing: 'They have taken their offer back, or another admin has decided meanwhile.',
    next: 'Load the page again to see who waits.',
    link: { href: '/admin#reviewers', says: 'See reviewers' },
  },
  reviewer_not_eligible: {
    status: 409,
    title: 'They do not meet every condition yet',
    missing: 'A reviewer owns a record at level L4, has an account that is 30 days old, and has a passkey.',
    next: 'Their page tells them what is missing. Appoint them once it is met.',
    link: { href: '/admin#reviewers', says: 'See reviewers' },
  },
  level_too_low_to_review: {
    status: 403,
    title: 'Your record is not at level L4',
    missing: 'A reviewer owns a record with two fresh proofs of different families.',
    next: 'Your record’s page lists the conditions that are not met.',
    link: me,
  },

  // Merging and splitting
  different_kinds: {
    status: 409,
    title: 'One is a person, the other an organisation',
    missing: 'A person and a group that signs papers cannot be one record.',
    next: 'If a record is of the wrong kind, report it from its page.',
  },
  two_person_ids: {
    status: 409,
    title: 'The two records bear different ORCID iDs',
    missing: 'Two iDs are two people, until their sources say otherwise.',
    next: 'If one of the iDs is wrong, report it from its record. Then ask again.',
  },
  claim_waits: {
    status: 409,
    title: 'A claim to this record waits for its decision',
    missing: 'What the record holds must not change under a claim that is being looked at.',
    next: 'Ask again once the claim is decided.',
  },
  no_works_chosen: {
    status: 400,
    title: 'No work was chosen',
    missing: 'A record is split by the works that leave it.',
    next: 'Choose at least one work that is somebody else’s.',
  },
  all_works_chosen: {
    status: 400,
    title: 'All works were chosen',
    missing: 'A record that all works leave would be empty.',
    next: 'Leave at least one work where it is.',
  },
  works_changed: {
    status: 409,
    title: 'The record has changed meanwhile',
    missing: 'A work that you chose does not stand on it any more.',
    next: 'Look at the works again, and choose anew.',
  },
  already_proposed: {
    status: 409,
    title: 'This is already with those who decide',
    missing: 'Somebody has proposed to put these two records together, and nobody has decided on it yet.',
    next: 'There is nothing more to do.',
  },
  too_many_proposals: {
    status: 429,
    title: 'You have proposed many changes today',
    missing: 'An account can propose 20 merges and splits a day.',
    next: 'Go on tomorrow.',
  },
  unknown_change: {
    status: 404,
    title: 'There is no such change',
    missing: 'No merge or split has this number.',
    next: 'The history of the record lists them.',
  },
  change_closed: {
    status: 409,
    title: 'This change was decided before',
    missing: 'It was made, undone or turned down meanwhile.',
    next: 'The history of the record shows how it stands.',
  },
  revert_deadline_passed: {
    status: 410,
    title: 'This change can no longer be undone',
    missing: 'Its 30 days are over.',
    next: 'Propose the opposite: a split of what was merged, or a merge of what was split.',
  },
  change_built_on: {
    status: 409,
    title: 'A later change builds on this one',
    missing: 'Undoing it first would leave the later one without its ground.',
    next: 'Undo the later change first; the history lists them, newest first.',
  },
  record_claimed: {
    status: 409,
    title: 'Somebody has claimed the record that the split made',
    missing: 'Its works are no longer nobody’s.',
    next: 'Ask its owner, or report the record.',
  },

  // How a name is shown
  visibility_link_used: {
    status: 410,
    title: 'This link does not work any more',
    missing: 'It was used, or is older than 24 hours.',
    next: 'If nothing has changed, ask for a new link.',
    link: { href: '/visibility', says: 'Ask again' },
  },

  // Heads of other instances' logs, which other servers post
  witness_unreadable: {
    status: 400,
    title: 'This is no head of a log',
    missing: 'The message is not of the form peergraph-witness-1, or is larger than 64 kB.',
    next: 'Send it as docs/decisions/0034-witnesses.md describes.',
  },
  witness_unsigned: {
    status: 400,
    title: 'The signature of the head does not fit',
    missing: 'The head was not signed by the key that was sent with it, or is of a day that has not come yet.',
    next: 'Check the clock and the key of the instance that sends it.',
  },
  witness_unknown_origin: {
    status: 403,
    title: 'This instance does not witness that log',
    missing: 'The origin is not among those that the operator has named.',
    next: 'Ask the operator to add it to WITNESS_FOR.',
  },
  witness_unknown_key: {
    status: 403,
    title: 'The key is not known',
    missing: 'Another key is trusted for this origin, and no signed event names this one after it.',
    next: 'Put the earlier key back, or change keys with npm run trust -- change-key, which the earlier key signs.',
  },
  witness_contradiction: {
    status: 409,
    title: 'The head contradicts one that was witnessed',
    missing: 'A log only grows. This head cannot be of the same log as one that is kept here.',
    next: 'Compare the heads at /trust/witness.json with those of the log.',
  },
  witness_too_often: {
    status: 429,
    title: 'Too many heads were sent',
    missing: 'A log has one head a day.',
    next: 'Send it again in an hour.',
  },
} as const satisfies Record<string, Refusal>;

export type ErrorCode = keyof typeof refusals;

const unforeseen: Refusal = {
  status: 409,
  title: 'This is not possible now',
  missing: 'Something has changed meanwhile.',
  next: 'Load the page again, and try once more.',
};

const isKnown = (code: string): code is ErrorCode => Object.hasOwn(refusals, code);

/** How a refusal is told. A name that is not in the table is told without its name. */
export const refusalOf = (code: string): Refusal => (isKnown(code) ? refusals[code] : unforeseen);
