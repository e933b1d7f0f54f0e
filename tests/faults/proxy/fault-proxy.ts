import { once } from 'node:events';
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as after } from 'node:timers/promises';
import { type Fault, NO_FAULT } from './fault.ts';
import { type Handling, applyFault } from './apply-fault.ts';
import { type Schedule, callNameOf } from './schedule.ts';
import { type Passage, type ServerAnswer, askServer } from './upstream.ts';

/** A proxy between the portal and a server that does to the calls of the contract what a schedule says. */
export interface FaultProxy {
  readonly url: string;
  /** From now on requests meet the faults of this schedule. */
  readonly scenario: (schedule: Schedule) => void;
  /** From now on every request passes. */
  readonly calm: () => void;
  /** Holds the schedule still for a while, or takes it up again. Resolves when everything passes. */
  readonly hold: (isHeld: boolean) => Promise<void>;
  /** Whether requests may meet faults. */
  readonly isFaulty: () => boolean;
  /** Whether a request is on its way to the server, or at work in it, whether or not the portal still waits for it. */
  readonly isMoving: () => boolean;
  /** Waits until nothing is on its way to the server any more. */
  readonly settled: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** What the proxy tells while it works. */
export interface Watcher {
  /** Right after a request of a call has been sent on to the server. */
  readonly onSent?: (callName: string) => void;
  /** Before everything is to pass: mends what is broken beside the requests. */
  readonly onCalm?: () => Promise<void>;
  /** When the portal waits for an answer that never comes. */
  readonly onSilence?: () => void;
}

async function passageOf(message: IncomingMessage): Promise<Passage> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk as Buffer);
  const { method = 'GET', url = '/', headers } = message;
  return { method, path: url, headers, body: Buffer.concat(chunks) };
}

/** Starts the proxy on a free port. Where no server answers, the connection to the portal is cut. */
export async function startFaultProxy(target: string, watcher: Watcher = {}): Promise<FaultProxy> {
  const { onSent, onCalm, onSilence } = watcher;
  let schedule: Schedule | null = null;
  let isHeld = false;
  const underway = new Set<Promise<unknown>>();

  function follow<T>(work: Promise<T>): Promise<T> {
    underway.add(work);
    const end = () => underway.delete(work);
    work.then(end, end);
    return work;
  }

  function faultFor(callName: string | undefined): Fault {
    if (callName === undefined || schedule === null) return NO_FAULT;
    if (!isHeld) return schedule.next(callName);
    schedule.spare(callName);
    return NO_FAULT;
  }

  async function pass(message: IncomingMessage, response: ServerResponse): Promise<void> {
    const passage = await passageOf(message);
    const callName = callNameOf(passage.method, passage.path);
    function ask(): Promise<ServerAnswer> {
      const asked = follow(askServer(target, passage));
      if (callName !== undefined) onSent?.(callName);
      return asked;
    }
    const handling: Handling = {
      response,
      ask,
      askLater: (ms) => void follow(after(ms).then(ask)).catch(() => undefined),
      keep: (ms) => follow(after(ms)),
      cut: () => message.socket.destroy(),
      leaveSilent: () => onSilence?.(),
    };
    await applyFault(faultFor(callName), handling);
  }

  const server = createServer((message, response) => {
    pass(message, response).catch(() => message.socket.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;

  return {
    url: `http://127.0.0.1:${port}`,
    scenario: (next) => {
      schedule = next;
      isHeld = false;
    },
    calm: () => {
      schedule = null;
    },
    hold: async (held) => {
      if (held) await onCalm?.();
      isHeld = held;
    },
    isFaulty: () => schedule !== null && !isHeld,
    isMoving: () => underway.size > 0,
    settled: async () => {
      while (underway.size > 0) await Promise.allSettled(underway);
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
