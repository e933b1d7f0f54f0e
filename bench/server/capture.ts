import pg from 'pg';
import type { Statement } from './work.ts';

interface Sent {
  readonly name?: string;
  readonly text: string;
  readonly values: readonly unknown[];
  row: Readonly<Record<string, unknown>>;
}

let sent: Sent[] | undefined;

function note([query, values]: readonly unknown[], answer: unknown): void {
  if (sent === undefined) return;
  const config = typeof query === 'string' ? { text: query, values } : (query as { text: string; values?: unknown });
  const one: Sent = { ...config, values: (config.values ?? []) as readonly unknown[], row: {} };
  sent.push(one);
  void Promise.resolve(answer).then((result) => {
    const rows = (result as pg.QueryResult<Record<string, unknown>> | undefined)?.rows;
    if (rows?.length === 1) one.row = rows[0] ?? {};
  });
}

/** Records every statement of this process from now on, as the driver receives it. */
export function watchStatements(): void {
  const query: unknown = Reflect.get(pg.Client.prototype, 'query');
  Object.defineProperty(pg.Client.prototype, 'query', {
    value(this: pg.Client, ...given: unknown[]): unknown {
      const answer: unknown = Reflect.apply(query as (...all: unknown[]) => unknown, this, given);
      note(given, answer);
      return answer;
    },
  });
}

/** Ids that PostgreSQL assigned to rows of the sequence. A replay assigns new ones. */
const isId = (statement: Sent, column: string) => column.endsWith('_id') && statement.text.startsWith('insert');

function withTaken(statements: readonly Sent[]): Statement[] {
  return statements.map(({ name, text, values }, place) => ({
    ...(name !== undefined && { name }),
    text,
    values,
    taken: values.flatMap((value, index) => {
      if (typeof value === 'object') return [];
      for (const [statement, earlier] of statements.slice(0, place).entries()) {
        const columns = Object.keys(earlier.row).filter((column) => isId(earlier, column));
        const column = columns.find((one) => Number(earlier.row[one]) === Number(value) && new RegExp(one).test(text));
        if (column !== undefined) return [{ value: index, statement, column }];
      }
      return [];
    }),
  }));
}

/** Records the statements of the work. Nothing else may run in this process meanwhile. */
export async function statementsOf(work: () => Promise<void>): Promise<readonly Statement[]> {
  const own: Sent[] = [];
  sent = own;
  await work();
  sent = undefined;
  return withTaken(own);
}
