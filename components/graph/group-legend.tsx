interface Props {
  /** All people in the drawing, most joint works first. */
  people: readonly { slug: string; name: string }[];
  groups: ReadonlyMap<string, number>;
  /** The people in the drawing for small screens, which names only their groups. */
  onSmall: readonly string[];
}

/** Returns the members of each group, most joint works first. A group is named by its first member. */
export const membersByGroup = <Person extends { slug: string }>(people: readonly Person[], groups: ReadonlyMap<string, number>) =>
  Map.groupBy(
    people.filter(({ slug }) => groups.has(slug)),
    ({ slug }) => groups.get(slug) ?? 0,
  );

/** The colour of each group, with its name. */
export function GroupLegend({ people, groups, onSmall }: Props) {
  const members = membersByGroup(people, groups);
  if (members.size === 0) return null;
  return (
    <ul aria-label="Groups" className="flex flex-wrap gap-x-5 gap-y-1 text-read text-xs">
      {[...members]
        .sort(([one], [other]) => one - other)
        .map(([group, membersOfGroup]) => (
          <li
            key={group}
            data-small={membersOfGroup.some(({ slug }) => onSmall.includes(slug))}
            className="flex items-center gap-1.5 max-lg:data-[small=false]:hidden"
          >
            <GroupDot group={group} />
            <span className="wrap-anywhere">
              Around <bdi>{membersOfGroup[0]?.name}</bdi> ({membersOfGroup.length})
            </span>
          </li>
        ))}
    </ul>
  );
}

/** The colour mark of a group; grey for people without one. */
export function GroupDot({ group }: { group: number | undefined }) {
  return (
    <span
      aria-hidden="true"
      className="inline-block size-3 flex-none rounded-full forced-color-adjust-none"
      style={{ background: `var(--color-m${group ?? 8})` }}
    />
  );
}
