import type { FastifyBaseLogger } from 'fastify';
import type { Call } from '#contract/call.ts';
import { withoutUnreadable } from './check-answer.ts';

/** How many of the rows that are left out the log names. */
const MOST_NAMED = 100;

/** The rows that an answer does not show because they cannot be read. */
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
    this.ids.push(...ids.slice(0, MOST_NAMED - this.ids.length));
    this.count += ids.length;
  }

  /** An answer, or a part of its list, without the rows that break the contract. */
  without(answer: unknown): object {
    const { data, leftOut } = withoutUnreadable(this.call, answer);
    this.add(leftOut);
    return data as object;
  }

  /** The answer with how many are left out, if any; the log names them. */
  told(answer: object): object {
    const { ids, count } = this;
    if (count === 0) return answer;
    this.log.error({ call: this.call.name, ids, count }, 'rows left out that cannot be read');
    return { ...answer, leftOut: count };
  }
}
