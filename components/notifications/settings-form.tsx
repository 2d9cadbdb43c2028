import { ActionForm } from '#components/site/action-form.tsx';
import { Button } from '#components/ui/button.tsx';
import { Disclosure } from '#components/ui/disclosure.tsx';
import { saveNotificationSettings } from '#lib/community/notifications/actions.ts';
import { type MailChoice, notificationGroups } from '#lib/community/notifications/model/notification-text.ts';
import { isSwitchOn, type KindView, mailSwitches } from '#lib/community/notifications/model/settings.ts';

const mailOptions: { value: MailChoice; label: string }[] = [
  { value: 'now', label: 'At once' },
  { value: 'digest', label: 'In the digest' },
  { value: 'off', label: 'No email' },
];

/** One switch for the emails of each group; the settings of each kind are folded. */
export function NotificationSettingsForm({ kinds }: { kinds: readonly KindView[] }) {
  return (
    <ActionForm action={saveNotificationSettings} className="space-y-6">
      <fieldset>
        <legend className="mb-2 text-sm text-soft">By email:</legend>
        <ul className="divide-y divide-line border-line border-y">
          {mailSwitches.map((each) => {
            const isOn = isSwitchOn(kinds, each);
            return (
              <li key={each.id}>
                <label className="flex min-h-11 items-center justify-between gap-4">
                  {each.label}
                  <input type="checkbox" name={`switch-${each.id}`} defaultChecked={isOn} className="size-6 flex-none accent-accent" />
                </label>
                <input type="hidden" name={`was-${each.id}`} value={isOn ? 'on' : 'off'} />
              </li>
            );
          })}
        </ul>
      </fieldset>
      <Disclosure summary="More: choose for each kind">
        <div className="space-y-8 pt-3">
          {notificationGroups
            .filter((group) => kinds.some((each) => each.group === group))
            .map((group) => (
              <KindTable key={group} title={group} kinds={kinds.filter((each) => each.group === group)} />
            ))}
        </div>
      </Disclosure>
      <Button variant="primary">Save the choices</Button>
    </ActionForm>
  );
}

/** Settings of each notification kind of a group: shown here, and sent by email. */
const KindTable = ({ title, kinds }: { title: string; kinds: readonly KindView[] }) => (
  <table className="w-full text-sm">
    <caption className="pb-1 text-left font-medium">{title}</caption>
    <thead className="text-left text-soft text-xs">
      <tr>
        <th scope="col" className="py-1 font-normal">
          <span className="sr-only">What</span>
        </th>
        <th scope="col" className="w-14 py-1 font-normal sm:w-20">
          Shown
        </th>
        <th scope="col" className="w-32 py-1 font-normal sm:w-36">
          Email
        </th>
      </tr>
    </thead>
    <tbody>
      {kinds.map((each) => (
        <Row key={each.kind} {...each} />
      ))}
    </tbody>
  </table>
);

function Row({ kind, label, mail, centre }: KindView) {
  return (
    <tr className="border-line border-t">
      <th scope="row" id={`kind-${kind}`} className="py-2 pr-2 text-left font-normal sm:pr-4">
        {label}
      </th>
      <td className="py-2">
        <input
          type="checkbox"
          name={`centre-${kind}`}
          defaultChecked={centre}
          aria-label={`In notifications: ${label}`}
          className="block size-6 accent-accent"
        />
      </td>
      <td className="py-2">
        <select
          name={`mail-${kind}`}
          defaultValue={mail}
          aria-label={`By email: ${label}`}
          className="w-full rounded-md border border-edge bg-paper py-1 pr-8 pl-1 sm:pl-2"
        >
          {mailOptions.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      </td>
    </tr>
  );
}
