/**
 * What people can do, without a secret of a person, to make the facts of a proof for that person's record look right. Each binding rule
 * names the acts that produce its facts; the simulations in tests/red-team perform them.
 */
export const impostorActs = {
  rename_id: 'sets another name on an old ORCID iD',
  list_work: 'adds a work of somebody else to the own iD by hand',
  use_search_tool: 'adds it by a search tool that acts for its user',
  group_identifier: 'puts its identifier into the group of a work that a registry has added',
  sign_together: 'is a co-author whose iD the registry lists on joint works',
  deposit_copy: 'deposits a text with the same title and names, which a registry adds to the iD',
  use_press: 'publishes with a press that passes on any iD and name',
  misstate_id: 'gives a publisher a new iD beside the name of somebody else',
  enrol: 'gets an address and a login as a student of the institution',
  take_role: 'reads the mail of a shared address of the institution',
  work_elsewhere: 'works at another institution under the same name',
  get_host: 'gets a host below the domain of the institution',
  share_name: 'works at the institution under the same name',
  share_initial: 'works at the institution under the same family name and initial',
  run_issuer: 'runs a login service that asserts anything',
  buy_domain: 'buys a domain that a work or an iD names, or that printed addresses had',
  plant_address: 'submits a paper that prints the own address beside the name of somebody else',
  push_file: 'may write to a repository that a work links',
  forge_author: 'commits there in the name of its owner',
  register_login: 'takes a released login at the code host',
} as const satisfies Record<string, string>;

export type ImpostorAct = keyof typeof impostorActs;
