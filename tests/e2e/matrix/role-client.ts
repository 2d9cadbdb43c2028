import type { DiscoveredAction } from './discovery.ts';
import type { Role, SeedData } from './roles.ts';

export interface MatrixResponse {
  status: number;
  headers: Headers;
  text: string;
}

export type FormFields = Record<string, string | string[]>;

let sentRequests = 0;
/** Returns a client address that changes every five requests, so that rate limits by network do not apply. */
const nextClientAddress = () => {
  sentRequests += 1;
  return `10.${Math.floor(sentRequests / 200) % 250}.${Math.floor(sentRequests / 5) % 250}.7`;
};

export const requestCount = (): number => sentRequests;

/** Creates a client that sends HTTP requests to the running instance as any of the roles. It does not follow redirects. */
export function createRoleClient(url: string, seed: SeedData) {
  async function request(role: Role, path: string, init: RequestInit & { headers?: Record<string, string> } = {}): Promise<MatrixResponse> {
    const cookie = [seed.cookies[role], init.headers?.cookie].filter(Boolean).join('; ');
    // Compression would add a fifth to the server's work.
    const headers = { 'accept-encoding': 'identity', 'x-forwarded-for': nextClientAddress(), ...init.headers, ...(cookie && { cookie }) };
    const response = await fetch(`${url}${path}`, { redirect: 'manual', ...init, headers });
    return { status: response.status, headers: response.headers, text: await response.text() };
  }

  const createFormData = (fields: FormFields, prefix: string): FormData => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) for (const item of [value].flat()) form.append(`${prefix}${name}`, item);
    return form;
  };

  /** Calls a server action as the client script does: by its id, with its arguments in React's reply encoding. */
  async function callAction(
    role: Role,
    action: DiscoveredAction,
    page: string,
    fields: FormFields,
    extraHeaders: Record<string, string> = {},
  ): Promise<MatrixResponse> {
    const body = createFormData(fields, '_1_');
    body.append('0', action.withState ? '[null,"$K1"]' : '["$K1"]');
    const headers = { 'Next-Action': action.id, Accept: 'text/x-component', Origin: url, ...extraHeaders };
    return request(role, page, { method: 'POST', body, headers });
  }

  /** Submits the form of a server action as a browser without JavaScript does. */
  async function submitForm(
    role: Role,
    action: DiscoveredAction,
    page: string,
    fields: FormFields,
    extraHeaders: Record<string, string> = {},
  ): Promise<MatrixResponse> {
    const body = new FormData();
    if (action.withState) {
      body.append('$ACTION_REF_1', '');
      body.append('$ACTION_1:0', JSON.stringify({ id: action.id, bound: '$@1' }));
      body.append('$ACTION_1:1', '[null]');
      body.append('$ACTION_KEY', 'k0');
    } else body.append(`$ACTION_ID_${action.id}`, '');
    for (const [name, value] of createFormData(fields, '')) body.append(name, value);
    return request(role, page, { method: 'POST', body, headers: { Origin: url, ...extraHeaders } });
  }

  return { request, callAction, submitForm };
}

export type RoleClient = ReturnType<typeof createRoleClient>;

/** Returns an action's result: its error code, 'done' (a success state or a redirect), 'preview', or the status and start of any other response. */
export function actionOutcome({ status, headers, text }: MatrixResponse): string {
  const code = /"ok":false,"code":"(\w+)"/.exec(text)?.[1];
  if (code) return code;
  if (headers.get('x-action-redirect') || (status === 303 && headers.get('location'))) return 'done';
  if (status === 200 && /^1:\{"ok":true/m.test(text)) return 'done';
  if (status === 200 && /"ok":"preview"/.test(text)) return 'preview';
  return `${status} ${text.slice(0, 120)}`;
}

/** Returns the path and query that a response redirects to, 'elsewhere' if it is on another site, and null if there is no redirect. */
export function redirectTarget({ headers }: MatrixResponse, url: string): string | null {
  const to = headers.get('location') ?? headers.get('x-action-redirect')?.replace(/;\w+$/, '') ?? null;
  if (to === null) return null;
  const target = new URL(to, url);
  return target.origin === new URL(url).origin ? target.pathname + target.search : 'elsewhere';
}
