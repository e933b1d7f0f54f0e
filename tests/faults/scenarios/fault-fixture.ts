import type { Tokens } from '#contract/entities/tokens.ts';
import type { Database } from '#server/domain/context.ts';
import type { FaultProxy } from '../proxy/fault-proxy.ts';

/** Where scenarios are done: a server behind a proxy, and its database. */
export interface FaultFixture {
  readonly db: Database;
  readonly proxy: FaultProxy;
  /** Signs the user of a name in. */
  readonly signIn: (username: string) => Promise<Tokens>;
}
