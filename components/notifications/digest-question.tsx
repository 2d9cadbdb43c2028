import { Button } from '#components/ui/button.tsx';
import { digestChoiceLabels, digestPath, digestQuestion } from './digest-request.ts';

/** One press is an answer; none is chosen beforehand. `digest-script.ts` adds the time zone of the browser. */
export const DigestChoices = ({ back }: { back?: string }) => (
  <form action={digestPath} method="post" className="flex flex-wrap gap-2.5">
    {back !== undefined && <input type="hidden" name="back" value={back} />}
    <input type="hidden" name="timeZone" value="UTC" />
    {Object.entries(digestChoiceLabels).map(([frequency, label]) => (
      <Button key={frequency} name="frequency" value={frequency}>
        {label}
      </Button>
    ))}
  </form>
);

/** The question after the first follow, until it is answered. Pages of the account do not show it: there, "Get started" asks it. */
export const DigestBar = () => (
  <section aria-label="New works by email" className="digest-bar no-print border-line border-b bg-wash">
    <div className="gutter mx-auto flex w-full max-w-frame flex-wrap items-center gap-x-6 gap-y-2 py-3">
      <p className="text-sm">{digestQuestion}</p>
      <DigestChoices />
    </div>
  </section>
);
