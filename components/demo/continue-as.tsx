import { IntentFields } from '#components/accounts/sign-in-forms.tsx';
import { Button } from '#components/ui/button.tsx';
import type { SignInIntent } from '#lib/platform/auth/sign-in-intent.ts';
import { demoPeople } from '#lib/portal/demo/model.ts';

/** Signs in as an invented person, on a local demo. Plain forms that need no script. */
export function ContinueAs({ next, intent = {} }: { next: string; intent?: SignInIntent }) {
  return (
    <section aria-labelledby="demo" className="max-w-text rounded-md border border-edge border-dashed p-5">
      <h2 id="demo" className="font-semibold">
        Try both sides
      </h2>
      <p className="mt-1 mb-4 text-sm text-soft">
        This is a local demo, and these two people are invented. Continue as one of them to see invitations from the other side.
      </p>
      <div className="flex flex-wrap gap-3">
        {Object.entries(demoPeople).map(([person, { name }]) => (
          <form key={person} method="post" action="/api/auth/demo">
            <input type="hidden" name="person" value={person} />
            <input type="hidden" name="next" value={next} />
            <IntentFields intent={intent} />
            <Button>Continue as {name}</Button>
          </form>
        ))}
      </div>
    </section>
  );
}
