import type { FastifyBaseLogger } from 'fastify';
import type { Call } from '#contract/call.ts';
import { withoutUnreadable } from './check-answer.ts';

/** The maximum number of ids in the log message. */
const MAX_LOGGED_IDS = 100;

/** The rows that a response leaves out because they cannot be read. */
export class LeftOut {
  private readonly call: Call;
  private readonly log: FastifyBaseLogger;
  private readonly ids: unknown[] = [];
  private count = 0;

  constructor(call: Call, log: FastifyBaseLogger) {
    this.call = call;
    this.log = log;
  }

  add(ids: readonly unknown[]): void {
    this.ids.push(...ids.slice(0, MAX_LOGGED_IDS - this.ids.length));
    this.count += ids.length;
  }

  /** A response, or a part of its list, without the rows that break the contract. */
  removeUnreadable(answer: unknown): object {
    const { data, leftOut } = withoutUnreadable(this.call, answer);
    this.add(leftOut);
    return data as object;
  }

  /** The response with the number of rows left out, if any. Their ids are logged. */
  addCount(answer: object): object {
    const { ids, count } = this;
    if (count === 0) return answer;
    this.log.error({ call: this.call.name, ids, count }, 'rows left out that cannot be read');
    return { ...answer, leftOut: count };
  }
}
