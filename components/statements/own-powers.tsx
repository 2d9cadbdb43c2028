import { powersByLevel } from '#lib/catalog/powers/model.ts';

/** What the owner of a profile may do at its level, and what opens the rest. */
export function OwnPowers({ level, slug }: { level: number; slug: string }) {
  const groups = powersByLevel(level);
  const closed = groups.filter(({ isOpen }) => !isOpen);
  return (
    <div className="max-w-measure space-y-6 text-sm">
      <div>
        <h2 className="mb-2 font-semibold">Now, at level L{level}</h2>
        <ul className="list-disc space-y-1 pl-5">
          {groups
            .filter(({ isOpen }) => isOpen)
            .flatMap(({ does }) => does)
            .map((each) => (
              <li key={each}>{each}</li>
            ))}
        </ul>
      </div>
      {closed.map(({ level: needed, opener, does }) => (
        <div key={needed}>
          <h2 className="mb-2 font-semibold">
            {opener} opens level L{needed}
          </h2>
          <ul className="list-disc space-y-1 pl-5 text-soft">
            {does.map((each) => (
              <li key={each}>{each}</li>
            ))}
          </ul>
        </div>
      ))}
      {closed.length > 0 && (
        <p>
          <a href={`/claim/${slug}#proofs`}>Add a proof</a>
        </p>
      )}
    </div>
  );
}
