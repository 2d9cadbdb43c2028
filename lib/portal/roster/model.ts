/** One member of staff, as listed by the institution. */
export interface RosterEntry {
  name: string;
  email: string;
  orcid: string | null;
  /** ROR id of their unit, without https://ror.org/. */
  rorId: string | null;
  /** The slug of their profile, or 'new'; null if it is to be found. */
  profile: string | null;
}
