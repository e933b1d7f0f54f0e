import type { Tokens } from '#contract/calls/authentication.ts';
import type { Database } from '#server/services.ts';
import type { FaultProxy } from '../proxy/fault-proxy.ts';

/** What a scenario needs: a proxy before a server, and the server's database. */
export interface FaultFixture {
  readonly db: Database;
  readonly proxy: FaultProxy;
  /** Signs a user in by name. */
  readonly signIn: (username: string) => Promise<Tokens>;
}
