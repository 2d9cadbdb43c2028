/** What an owner may keep from public pages, each with what goes and what stays. */
export const hideable = {
  affiliations: {
    label: 'Affiliations',
    goes: 'Your affiliation, your institutions, and your name among the people of an institution. Trust points for an affiliation go with it.',
  },
  names: {
    label: 'Other forms of your name',
    goes: 'Spellings and names that sources use beside the one shown: nobody finds you by them, and lists of works show the name of your profile.',
  },
  coauthors: {
    label: 'Co-authors',
    goes: 'The picture and list of your co-authors. Their own pages still name you as a co-author.',
  },
  about: {
    label: 'Role, biography, pronouns, languages and home page',
    goes: 'How your name is said too, and your pages that link back here.',
  },
  career: { label: 'Positions and education', goes: 'The lists on your profile and in your CV.' },
  credits: { label: 'Contributor roles', goes: 'What you state of your part in works, on the pages of these works.' },
  photo: { label: 'Photo', goes: 'The picture at the top of your profile.' },
  years: { label: 'Works by year', goes: 'The picture above your works. The works keep their years.' },
  orcid: { label: 'ORCID iD', goes: 'The link to your ORCID record.' },
  followers: { label: 'Followers', goes: 'How many people follow you.' },
} as const;

export type HiddenField = keyof typeof hideable;

export const hiddenFields = Object.keys(hideable) as HiddenField[];
