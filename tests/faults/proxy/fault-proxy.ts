import { once } from 'node:events';
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as after } from 'node:timers/promises';
import { type Fault, NO_FAULT } from './fault.ts';
import { type Handling, applyFault } from './apply-fault.ts';
import { type Schedule, callNameOf } from './schedule.ts';
import { type Passage, type ServerAnswer, askServer } from './upstream.ts';

/** A proxy between the portal and a server. It applies the faults of a schedule to the calls of the contract. */
export interface FaultProxy {
  readonly url: string;
  /** Starts applying the faults of this schedule. */
  readonly scenario: (schedule: Schedule) => void;
  /** Ends all faults. */
  readonly calm: () => void;
  /** Suspends the schedule, or resumes it. Resolves when the state is reached. */
  readonly hold: (isHeld: boolean) => Promise<void>;
  /** Whether a request may have a fault. */
  readonly isFaulty: () => boolean;
  /** Whether a request is on its way to the server or executing, even if the portal has given it up. */
  readonly isMoving: () => boolean;
  /** Waits until no request is on its way to the server. */
  readonly settled: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Callbacks of the proxy. */
export interface Watcher {
  /** Called after a request of a call was sent to the server. */
  readonly onSent?: (callName: string) => void;
  /** Called before the schedule is suspended, to repair what the test has broken besides requests. */
  readonly onCalm?: () => Promise<void>;
  /** Called when the portal waits for a response that never comes. */
  readonly onSilence?: () => void;
}

async function passageOf(message: IncomingMessage): Promise<Passage> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk as Buffer);
  const { method = 'GET', url = '/', headers } = message;
  return { method, path: url, headers, body: Buffer.concat(chunks) };
}

/** Starts the proxy on a free port. If the server does not respond, the proxy cuts the connection to the portal. */
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
