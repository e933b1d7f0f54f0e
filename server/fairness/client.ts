import { AsyncLocalStorage } from 'node:async_hooks';

/** Who makes a call: a user, or an address where there is no user. */
export interface Client {
  /** The same for all calls of one client. */
  readonly key: string;
  /** Aborts when the client disconnects. */
  readonly signal: AbortSignal;
}

const clients = new AsyncLocalStorage<Client>();

/** Runs the work of a client, which takes turns with others for what is scarce (docs/decisions/0048-turns.md). */
export function runAs<T>(client: Client, work: () => T): T {
  return clients.run(client, work);
}

/** The client of the present call; undefined for work of the server itself. */
export function currentClient(): Client | undefined {
  return clients.getStore();
}
