import { ActionForm, ActionSelect } from '#components/site/action-form.tsx';
import { Button } from '#components/ui/button.tsx';
import { Disclosure } from '#components/ui/disclosure.tsx';
import { describeSchedule, type Schedule, timeZones, weekdays } from '#lib/community/notifications/model/digest-schedule.ts';
import { scheduleDigest } from '#lib/portal/digests/actions.ts';

interface Props {
  digest: Schedule & { nextAt: Date | null };
  /** The recipient address; null if the account has no confirmed address. */
  address: string | null;
}

const hourOptions = Array.from({ length: 24 }, (_, hour) => ({ value: `${hour}`, label: `${String(hour).padStart(2, '0')}:00` }));
const weekdayOptions = weekdays.map((label, index) => ({ value: `${index + 1}`, label }));
const frequencyOptions = [
  { value: 'off', label: 'Never' },
  { value: 'daily', label: 'Every day' },
  { value: 'weekly', label: 'Every week' },
];

/** The schedule of the digest, in the account's time zone. */
export function DigestForm({ digest, address }: Props) {
  const { frequency, hour, weekday, timeZone, nextAt } = digest;
  const zoneOptions = [...new Set([timeZone, ...timeZones()])].map((name) => ({ value: name, label: name.replaceAll('_', ' ') }));
  if (address === null) {
    return <p className="text-sm text-soft">Your account has no confirmed email address, so nothing can be mailed to you.</p>;
  }
  return (
    <div className="max-w-form space-y-2">
      <p className="text-sm text-soft">
        {nextAt ? (
          <>
            It comes {describeSchedule(digest)} to {address}; next on <Moment at={nextAt} timeZone={timeZone} />. It is not sent when there
            is nothing new.
          </>
        ) : (
          <>You get none. It would go to {address}, and only when there is something new.</>
        )}
      </p>
      <Disclosure summary={nextAt ? 'Change the digest' : 'Get a digest'}>
        <ActionForm action={scheduleDigest} className="space-y-4 pt-2">
          <ActionSelect name="frequency" label="How often" options={frequencyOptions} defaultValue={frequency} />
          <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
            <ActionSelect name="hour" label="At" options={hourOptions} defaultValue={`${hour}`} />
            <ActionSelect name="weekday" label="Day (weekly digest)" options={weekdayOptions} defaultValue={`${weekday}`} />
          </div>
          <ActionSelect name="timeZone" label="Time zone" options={zoneOptions} defaultValue={timeZone} />
          <Button variant="primary">Save the digest</Button>
        </ActionForm>
      </Disclosure>
    </div>
  );
}

const momentStyle: Intl.DateTimeFormatOptions = {
  ...{ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' },
  ...{ hour: '2-digit', minute: '2-digit', timeZoneName: 'short' },
};

const Moment = ({ at, timeZone }: { at: Date; timeZone: string }) => (
  <time dateTime={at.toISOString()}>{new Intl.DateTimeFormat('en-GB', { ...momentStyle, timeZone }).format(at)}</time>
);
