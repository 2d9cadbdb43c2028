/** The part of oidc-provider 9 that the test servers use; the package has no types. */
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http';

  interface Grant {
    addOIDCScope(scope: string): void;
    save(): Promise<string>;
  }
  interface Context {
    oidc: { client?: { clientId: string }; session?: { accountId?: string }; provider: Provider };
  }
  interface Settings {
    [setting: string]: unknown;
    interactions: { url(context: Context, interaction: { uid: string }): string };
    findAccount(context: Context, id: string): { accountId: string; claims(): Record<string, string> };
    loadExistingGrant(context: Context): Promise<Grant | undefined>;
  }

  export default class Provider {
    constructor(issuer: string, settings: Settings);
    Grant: new (of: {
      clientId: string;
      accountId: string;
    }) => Grant;
    callback(): (request: IncomingMessage, response: ServerResponse) => Promise<void>;
    interactionFinished(
      request: IncomingMessage,
      response: ServerResponse,
      result: { error: string } | { login: { accountId: string } },
      options: { mergeWithLastSubmission: boolean },
    ): Promise<void>;
  }
}
