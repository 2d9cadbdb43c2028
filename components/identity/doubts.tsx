/** Why a rule doubts that all works of a profile are by one person. */
export const Doubts = ({ reasons }: { reasons: readonly string[] }) => (
  <ul className="max-w-measure list-disc space-y-1 pl-5 text-sm">
    {reasons.map((reason) => (
      <li key={reason}>{reason}</li>
    ))}
  </ul>
);
