import type { FoundAction } from './found.ts';
import type { Role, World } from './roles.ts';

export interface Answer {
  status: number;
  headers: Headers;
  text: string;
}

export type Fields = Record<string, string | string[]>;

/** A network of its own for each so many requests, so that limits by network do not speak where an answer is asked for. */
let asked = 0;
const network = () => {
  asked += 1;
  return `10.${Math.floor(asked / 200) % 250}.${Math.floor(asked / 5) % 250}.7`;
};

export const requests = (): number => asked;

/** Asks the running instance over HTTP, as one of the roles. Nothing is followed: where an answer leads is part of it. */
export function asker(url: string, world: World) {
  async function ask(role: Role, path: string, init: RequestInit & { headers?: Record<string, string> } = {}): Promise<Answer> {
    const cookie = [world.cookies[role], init.headers?.cookie].filter(Boolean).join('; ');
    // Read once, here: to compress it would be a fifth of the work.
    const headers = { 'accept-encoding': 'identity', 'x-forwarded-for': network(), ...init.headers, ...(cookie && { cookie }) };
    const answer = await fetch(`${url}${path}`, { redirect: 'manual', ...init, headers });
    return { status: answer.status, headers: answer.headers, text: await answer.text() };
  }

  const formOf = (fields: Fields, prefix: string): FormData => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) for (const each of [value].flat()) form.append(`${prefix}${name}`, each);
    return form;
  };

  /** Calls a server action as the script of a page does: by its id, with its arguments in React's reply encoding. */
  async function call(role: Role, action: FoundAction, page: string, fields: Fields, more: Record<string, string> = {}): Promise<Answer> {
    const body = formOf(fields, '_1_');
    body.append('0', action.withState ? '[null,"$K1"]' : '["$K1"]');
    const headers = { 'Next-Action': action.id, Accept: 'text/x-component', Origin: url, ...more };
    return ask(role, page, { method: 'POST', body, headers });
  }

  /** Sends the form of a page as a browser without script does. */
  async function submit(role: Role, action: FoundAction, page: string, fields: Fields, more: Record<string, string> = {}): Promise<Answer> {
    const body = new FormData();
    if (action.withState) {
      body.append('$ACTION_REF_1', '');
      body.append('$ACTION_1:0', JSON.stringify({ id: action.id, bound: '$@1' }));
      body.append('$ACTION_1:1', '[null]');
      body.append('$ACTION_KEY', 'k0');
    } else body.append(`$ACTION_ID_${action.id}`, '');
    for (const [name, value] of formOf(fields, '')) body.append(name, value);
    return ask(role, page, { method: 'POST', body, headers: { Origin: url, ...more } });
  }

  return { ask, call, submit };
}

export type Asker = ReturnType<typeof asker>;

/** What an action said, in a word: the name of its refusal, 'done' (with a state or by leading on), 'preview', or what else came. */
export function wordOf({ status, headers, text }: Answer): string {
  const code = /"ok":false,"code":"(\w+)"/.exec(text)?.[1];
  if (code) return code;
  if (headers.get('x-action-redirect') || (status === 303 && headers.get('location'))) return 'done';
  if (status === 200 && /^1:\{"ok":true/m.test(text)) return 'done';
  if (status === 200 && /"ok":"preview"/.test(text)) return 'preview';
  return `${status} ${text.slice(0, 120)}`;
}

/** Where an answer leads, as a path of this site; null where it leads nowhere, 'elsewhere' where it leaves the site. */
export function leadsTo({ headers }: Answer, url: string): string | null {
  const to = headers.get('location') ?? headers.get('x-action-redirect')?.replace(/;\w+$/, '') ?? null;
  if (to === null) return null;
  const target = new URL(to, url);
  return target.origin === new URL(url).origin ? target.pathname + target.search : 'elsewhere';
}
