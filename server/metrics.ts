import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { OpenDatabase, Pool } from '#server/database/open-database.ts';
import { PROVIDER_REFUSALS } from '#server/sign-on/message-checks.ts';
import { DomainError } from './domain-error.ts';

/** In seconds: jobs of up to a minute, and longer ones. */
const JOB_BUCKETS = [0.01, 0.1, 1, 10, 60, 600];

/** The counters of this process. Labels never contain a patient or a user. */
export class Metrics {
  readonly registry = new Registry();
  readonly #registers = [this.registry];

  readonly lockouts = new Counter({
    name: 'lockouts_total',
    help: 'Locks of a PIN or a cancellation code begun by this process, by what the audit calls them, and of users.',
    labelNames: ['action'],
    registers: this.#registers,
  });
  readonly signOnFailures = new Counter({
    name: 'sign_on_failures_total',
    help: 'Sign-ons and refreshes that this process refused, by reason.',
    labelNames: ['reason'],
    registers: this.#registers,
  });
  readonly signOnRefusals = new Counter({
    name: 'sign_on_refusals_total',
    help: 'Sign-ons that the person or the identity provider refused, by reason.',
    labelNames: ['reason'],
    registers: this.#registers,
  });
  readonly documents = new Counter({
    name: 'documents_total',
    help: 'Documents that this process began to send, by how they ended.',
    labelNames: ['outcome'],
    registers: this.#registers,
  });
  readonly documentsRefused = new Counter({
    name: 'documents_refused_total',
    help: 'Documents that this process refused because the user, or it, was making too many.',
    registers: this.#registers,
  });
  readonly pinHashesRefused = new Counter({
    name: 'pin_hashes_refused_total',
    help: 'PINs that this process refused to hash because too many waited.',
    registers: this.#registers,
  });
  readonly lookupsRefused = new Counter({
    name: 'patient_lookups_refused_total',
    help: 'Lookups that this process refused because a user, or a till, had seen too many different patients.',
    labelNames: ['by'],
    registers: this.#registers,
  });
  readonly #jobSuccess = new Gauge({
    name: 'worker_last_success_timestamp_seconds',
    help: 'When the worker of this process last finished a job.',
    labelNames: ['task'],
    registers: this.#registers,
  });
  readonly #jobFailures = new Counter({
    name: 'worker_failures_total',
    help: 'Jobs of the worker of this process that failed.',
    labelNames: ['task'],
    registers: this.#registers,
  });
  readonly #jobSeconds = new Histogram({
    name: 'worker_duration_seconds',
    help: 'How long the jobs of the worker of this process took, in seconds.',
    labelNames: ['task'],
    buckets: JOB_BUCKETS,
    registers: this.#registers,
  });

  constructor() {
    // A counter must start at 0, so that Prometheus sees its first increase.
    for (const by of ['user', 'till']) this.lookupsRefused.inc({ by }, 0);
    for (const outcome of ['complete', 'failed', 'cancelled']) this.documents.inc({ outcome }, 0);
    for (const reason of PROVIDER_REFUSALS) this.signOnRefusals.inc({ reason }, 0);
  }

  /**
   * Counts a refused sign-on.
   * @param reason the label; by default the description of the error
   */
  async countRefusal<T>(work: () => Promise<T>, reason?: string): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof DomainError) this.signOnFailures.inc({ reason: reason ?? error.description });
      throw error;
    }
  }

  /** Counts a job of the worker by outcome. The label of the metrics is `task`. */
  async countJob(job: string, work: () => Promise<void>): Promise<void> {
    const end = this.#jobSeconds.startTimer({ task: job });
    this.#jobFailures.inc({ task: job }, 0);
    try {
      await work();
      this.#jobSuccess.setToCurrentTime({ task: job });
    } catch (error) {
      this.#jobFailures.inc({ task: job });
      throw error;
    } finally {
      end();
    }
  }
}

/** A gauge that reads its value for each request of the metrics; it has no value while the reading is undefined. */
export function gaugeReadWhenAsked(
  registry: Registry,
  name: string,
  help: string,
  read: () => number | undefined | Promise<number | undefined>,
): void {
  new Gauge({
    name,
    help,
    registers: [registry],
    async collect() {
      const value = await read();
      if (value === undefined) this.remove();
      else this.set(value);
    },
  });
}

/** Registers the metrics of this process's PostgreSQL connections, by way in. */
export function measurePools(registry: Registry, pools: OpenDatabase['pools']): void {
  const measurePool = (name: string, help: string, read: (pool: Pool) => number) =>
    new Gauge({
      name: `database_pool_${name}`,
      help,
      labelNames: ['pool'],
      registers: [registry],
      collect() {
        for (const [pool, counts] of pools) this.set({ pool }, read(counts));
      },
    });
  measurePool('connections', 'Connections of this process to PostgreSQL.', ({ totalCount }) => totalCount);
  measurePool('idle', 'Connections that nobody uses.', ({ idleCount }) => idleCount);
  measurePool('waiting', 'Requests that wait for a connection.', ({ waitingCount }) => waitingCount);
}
