import { distance } from 'fastest-levenshtein';
import { settingNames } from '#lib/platform/env.ts';
import { readSettingsFile, type SettingsFile } from '#lib/platform/settings/settings-file.ts';

/** Variables that the settings file may contain for other programs: Compose, Node.js, libpq, OpenTelemetry and proxies. */
const foreignNames = /^(SITE|POSTGRES_PASSWORD|TZ|LANG|PG[A-Z]+|(NODE|OTEL|COMPOSE|LC)_\w+|(HTTPS?|ALL|NO)_PROXY)$/i;
/** Minimum length for names in the environment. Shorter ones resemble variables of other programs (HOME, LDAP_URL, SITE_URL). */
const minNameLength = 9;
const maxDifference = 2;

/** Returns the setting that a name most likely means: at most two characters differ, or a given share of a longer name. */
function likelySettingOf(name: string, { minLength = 0, maxPart = 0 } = {}): string | undefined {
  const upper = name.toUpperCase();
  const [nearest] = settingNames
    .map((known) => ({ known, difference: distance(upper, known) }))
    .filter(({ known, difference }) => known.length >= minLength && difference <= Math.max(maxDifference, name.length * maxPart))
    .sort((a, b) => a.difference - b.difference);
  return nearest?.known;
}

const isKnown = (name: string): boolean => settingNames.includes(name);

const unknownMessage = (name: string, where: string, likelySetting: string | undefined): string =>
  `${name} in ${where} is not a setting of Peergraph and has no effect. ${likelySetting ? `Did you mean ${likelySetting}?` : 'docs/operate.md lists all settings.'}`;

/** Finds lines such as `SMTP_URL smtp://…` or `PORT: 3000`, which are ignored when the file is read. */
const linesWithoutEquals = ({ path, text, values }: SettingsFile): string[] =>
  text.split('\n').flatMap((line, index) => {
    const name = /^\s*(?:export\s+)?(\w+)\b(?!\s*=)/.exec(line)?.[1];
    if (name === undefined || !isKnown(name) || Object.hasOwn(values, name)) return [];
    return `Line ${index + 1} of ${path} has no effect. Write ${name}=<value>.`;
  });

/**
 * Finds names that are most likely misspelt settings.
 * @param file every unknown name in it is reported
 * @param environment names of environment variables; only those similar to a setting are reported
 * @returns one message per name
 */
export function unknownSettings(file: SettingsFile | null, environment: readonly string[]): string[] {
  const namesInFile = Object.keys(file?.values ?? {});
  const fileMessages = namesInFile.flatMap((name) => {
    if (isKnown(name) || (foreignNames.test(name) && !likelySettingOf(name, { minLength: minNameLength }))) return [];
    return unknownMessage(name, file?.path ?? '', likelySettingOf(name, { maxPart: 1 / 3 }));
  });
  const environmentMessages = environment.flatMap((name) => {
    const likelySetting = isKnown(name) || namesInFile.includes(name) ? undefined : likelySettingOf(name, { minLength: minNameLength });
    return likelySetting === undefined ? [] : unknownMessage(name, 'the environment', likelySetting);
  });
  return [...fileMessages, ...(file === null ? [] : linesWithoutEquals(file)), ...environmentMessages];
}

/** Finds unknown settings of this process: in the file that runtime.mjs has read, and in its environment. */
export const ownUnknownSettings = (): string[] => unknownSettings(readSettingsFile(), Object.keys(process.env));
