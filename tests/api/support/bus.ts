import { once } from 'node:events';
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import { text } from 'node:stream/consumers';

/** A delivery as the bus received it. */
interface ReceivedOrder {
  readonly key: string | undefined;
  readonly authorization: string | undefined;
  readonly traceparent: string | undefined;
  readonly body: string;
}

/** The response of the bus. While the promise is pending, the bus does not respond. */
interface BusAnswer {
  readonly status: number;
  readonly body?: object | string;
}

/** A fake bus with its own port. */
export interface Bus {
  readonly url: string;
  /** All deliveries in order of arrival. */
  readonly received: readonly ReceivedOrder[];
  /** The response from now on. */
  answer: (order: ReceivedOrder) => BusAnswer | Promise<BusAnswer>;
  /** Resolves when the bus has received this number of deliveries. */
  untilReceived(count: number): Promise<void>;
  close(): Promise<void>;
}

export const ACCEPT: BusAnswer = { status: 200, body: { status: 'ACCEPTED' } };

/** Starts a bus that accepts every order by default. */
export async function startBus(): Promise<Bus> {
  const received: ReceivedOrder[] = [];
  const arrivals = new EventTarget();
  const receive = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { authorization, 'idempotency-key': key, traceparent } = request.headers;
    const order = {
      key: key?.toString(),
      authorization,
      traceparent: traceparent?.toString(),
      body: await text(request),
    };
    received.push(order);
    arrivals.dispatchEvent(new Event('order'));
    const { status, body = '' } = await bus.answer(order);
    response.writeHead(status).end(typeof body === 'string' ? body : JSON.stringify(body));
  };
  const server = createServer((request, response) => {
    receive(request, response).catch(() => response.destroy());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const bus: Bus = {
    url: `http://127.0.0.1:${address.port}/orders`,
    received,
    answer: () => ACCEPT,
    untilReceived: async (count) => {
      while (received.length < count) await once(arrivals, 'order');
    },
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
  return bus;
}
