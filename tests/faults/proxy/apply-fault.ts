import type { ServerResponse } from 'node:http';
import { PAGE, corrupt } from './corrupt.ts';
import type { Fault, Moment } from './fault.ts';
import type { ServerAnswer } from './upstream.ts';

/** What the proxy can do with a request of the portal. */
export interface Handling {
  readonly response: ServerResponse;
  /** Sends the request to the server; each call sends it once. */
  readonly ask: () => Promise<ServerAnswer>;
  /** Sends it after this time in ms, without waiting for the response. */
  readonly askLater: (ms: number) => void;
  /** Waits for this time in ms. */
  readonly keep: (ms: number) => Promise<void>;
  /** Cuts the connection to the portal. */
  readonly cut: () => void;
  /** Sends nothing more and leaves the connection open. */
  readonly leaveSilent: () => void;
}

const HTML = { 'content-type': 'text/html' };
const JSON_TYPE = { 'content-type': 'application/json' };

function give(response: ServerResponse, { status, headers, body }: ServerAnswer): void {
  response.writeHead(status, headers).end(body);
}

async function askTwice({ ask }: Handling, which: 'first' | 'last'): Promise<ServerAnswer> {
  const arrived: ServerAnswer[] = [];
  await Promise.all([ask(), ask()].map(async (asked) => arrived.push(await asked)));
  const answer = which === 'first' ? arrived[0] : arrived[1];
  if (!answer) throw new Error('the server did not answer twice');
  return answer;
}

function giveHalf({ response, cut }: Handling, { status, headers, body }: ServerAnswer): void {
  response.writeHead(status, { ...headers, 'content-length': body.length });
  response.write(body.subarray(0, Math.floor(body.length / 2)), cut);
}

/** Applies a fault to a request. Rejects when the server does not respond. */
export async function applyFault(fault: Fault, handling: Handling): Promise<void> {
  const { response, ask, askLater, keep, cut, leaveSilent } = handling;
  const letWork = async (when: Moment) => {
    if (when === 'after') await ask();
  };
  switch (fault.kind) {
    case 'none':
      give(response, await ask());
      break;
    case 'delayed':
      await keep(fault.ms);
      give(response, await ask());
      break;
    case 'dropped':
      await letWork(fault.when);
      cut();
      break;
    case 'late':
      askLater(fault.ms);
      cut();
      break;
    case 'silent':
      await letWork(fault.when);
      leaveSilent();
      break;
    case 'doubled':
      give(response, await askTwice(handling, fault.answer));
      break;
    case 'truncated':
      giveHalf(handling, await ask());
      break;
    case 'corrupted': {
      const answer = await ask();
      if (answer.status !== 200) give(response, answer);
      else response.writeHead(200, fault.body === 'HTML' ? HTML : JSON_TYPE).end(corrupt(answer.body, fault.body));
      break;
    }
    case 'gateway':
      await letWork(fault.when);
      response.writeHead(fault.status, HTML).end(PAGE);
      break;
    case 'refused':
      response.writeHead(403, JSON_TYPE).end('{}');
      break;
    case 'held': {
      if (fault.when === 'before') await fault.until;
      const answer = await ask();
      await fault.until;
      give(response, answer);
      break;
    }
    case 'forged':
      await letWork(fault.when);
      response.writeHead(fault.status, JSON_TYPE).end(JSON.stringify(fault.body));
  }
}
