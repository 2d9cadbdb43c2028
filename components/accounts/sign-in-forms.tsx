import { Button } from '#components/ui/button.tsx';
import { Field, initialFocus } from '#components/ui/field.tsx';
import type { SignInIntent } from '#lib/platform/auth/sign-in-intent.ts';
import { signInCodeLength } from '#lib/platform/auth/sign-in-link.ts';

/** Hidden fields with the intent of a sign-in, for each of its forms. */
export const IntentFields = ({ intent }: { intent: SignInIntent }) =>
  Object.entries(intent).map(([name, id]) => id && <input key={name} type="hidden" name={name} value={id} />);

interface EmailFormProps {
  next: string;
  intent: SignInIntent;
  /** Why the address was refused: read with the field, which has the focus. */
  error?: string | undefined;
}

/** Requests a sign-in link by email. A plain form that needs no script. */
export function EmailForm({ next, intent, error }: EmailFormProps) {
  return (
    <form method="post" action="/api/auth/ask" className="space-y-4">
      <input type="hidden" name="next" value={next} />
      <IntentFields intent={intent} />
      <Field
        name="email"
        label="Email address"
        hint="We send you a sign-in link. Your address is not shown to anyone."
        error={error}
        type="email"
        autoComplete="username webauthn"
        {...initialFocus}
        required
        maxLength={254}
      />
      <Button variant="primary">Send me a link</Button>
    </form>
  );
}

interface OrcidFormProps {
  next: string;
  purpose: 'sign-in' | 'link';
  label: string;
  intent?: SignInIntent;
}

/** Redirects to ORCID; `link` connects the iD to the signed-in account. */
export function OrcidForm({ next, purpose, label, intent = {} }: OrcidFormProps) {
  return (
    <form method="post" action="/api/auth/orcid">
      <input type="hidden" name="next" value={next} />
      <input type="hidden" name="purpose" value={purpose} />
      <IntentFields intent={intent} />
      <Button>{label}</Button>
    </form>
  );
}

interface FederatedFormsProps {
  organisations: readonly { id: string; name: string }[];
  next: string;
  /** The record to prove; by default, all records of the account. */
  authorId?: string;
}

/** Buttons that redirect to the login of an organisation. */
export function FederatedForms({ organisations, next, authorId }: FederatedFormsProps) {
  return (
    <div className="flex flex-wrap gap-3">
      {organisations.map(({ id, name }) => (
        <form key={id} method="post" action="/api/auth/federated">
          <input type="hidden" name="login" value={id} />
          <input type="hidden" name="next" value={next} />
          {authorId && <input type="hidden" name="authorId" value={authorId} />}
          <Button>Sign in at {name}</Button>
        </form>
      ))}
    </div>
  );
}

/** The emailed code, typed or filled in. `next` is where to redirect if the browser's cookie for it has expired. */
export function CodeForm({ code, next, error }: { code?: string; next?: string; error?: string | undefined }) {
  const nextField = next && <input type="hidden" name="next" value={next} />;
  if (code)
    return (
      <form method="post" action="/api/auth/confirm">
        <input type="hidden" name="code" value={code} />
        {nextField}
        <Button variant="primary">Sign in</Button>
      </form>
    );
  return (
    <form method="post" action="/api/auth/confirm" className="space-y-4">
      {nextField}
      <Field
        name="code"
        label="Code from the email"
        hint={`${signInCodeLength} letters and digits. Capitals and spaces do not matter.`}
        error={error}
        autoComplete="one-time-code"
        {...initialFocus}
        autoCapitalize="none"
        spellCheck={false}
        required
        maxLength={20}
        className="max-w-48 font-mono tracking-widest"
      />
      <Button>Sign in with the code</Button>
    </form>
  );
}
