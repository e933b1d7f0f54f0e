import { afterEach, beforeEach, expect, test } from 'vitest';
import { type ScriptedServer, startScriptedServer } from '#tests/support/scripted-server.ts';
import { type Fault, describeFault } from './proxy/fault.ts';
import { type FaultProxy, startFaultProxy } from './proxy/fault-proxy.ts';
import { type Schedule, scheduleOf } from './proxy/schedule.ts';

const PATH = '/api/v1/carts/1';
const answer = { data: { cart: { cartId: 1 } }, status: { trace: 't' } };
let server: ScriptedServer;
let proxy: FaultProxy;
let silences = 0;

beforeEach(async () => {
  silences = 0;
  server = await startScriptedServer(() => ({ body: answer }));
  proxy = await startFaultProxy(server.url, { onSilence: () => (silences += 1) });
});

afterEach(async () => {
  await proxy.close();
  await server.close();
});

function always(fault: Fault): Schedule {
  return { next: () => fault, spare: () => undefined, story: () => [] };
}

/** What a client receives: status and body, or nothing. */
async function ask(path = PATH): Promise<string> {
  try {
    const response = await fetch(proxy.url + path);
    return `${response.status} ${await response.text()}`;
  } catch {
    return 'nothing';
  }
}

const whole = `200 ${JSON.stringify(answer)}`;

test.each<[Fault, string | RegExp, number]>([
  [{ kind: 'none' }, whole, 1],
  [{ kind: 'delayed', ms: 1 }, whole, 1],
  [{ kind: 'dropped', when: 'before' }, 'nothing', 0],
  [{ kind: 'dropped', when: 'after' }, 'nothing', 1],
  [{ kind: 'late', ms: 1 }, 'nothing', 1],
  [{ kind: 'doubled', answer: 'first' }, whole, 2],
  [{ kind: 'doubled', answer: 'last' }, whole, 2],
  [{ kind: 'truncated' }, 'nothing', 1],
  [{ kind: 'corrupted', body: 'HTML' }, /^200 <!doctype html>/, 1],
  [{ kind: 'corrupted', body: 'nothing' }, '200 ', 1],
  [{ kind: 'corrupted', body: 'no data' }, '200 {"data":null,"status":{"trace":"t"}}', 1],
  [{ kind: 'corrupted', body: 'a number for every field' }, '200 {"status":{"trace":"t"},"data":{"cart":7}}', 1],
  [{ kind: 'corrupted', body: 'half of it' }, /^200 \{"data":\{"cart":\{.{1,20}$/, 1],
  [{ kind: 'gateway', status: 502, when: 'before' }, /^502 <!doctype html>/, 0],
  [{ kind: 'gateway', status: 504, when: 'after' }, /^504 <!doctype html>/, 1],
  [{ kind: 'refused' }, '403 {}', 0],
])('design §6 the fault proxy does what it says: %o', async (fault, expected, requests) => {
  proxy.scenario(always(fault));
  const got = await ask();
  await proxy.settled();
  if (typeof expected === 'string') expect(got).toBe(expected);
  else expect(got).toMatch(expected);
  expect(server.requests).toHaveLength(requests);
});

test('design §6 the fault proxy says when it leaves somebody without answer', async () => {
  proxy.scenario(always({ kind: 'silent', when: 'after' }));
  const abort = new AbortController();
  const asked = fetch(proxy.url + PATH, { signal: abort.signal });
  await expect.poll(() => silences).toBe(1);
  abort.abort();
  await expect(asked).rejects.toThrow();
  expect(server.requests).toHaveLength(1);
});

test('design §6 the fault proxy lets pass what is no call of the contract, and everything in the calm', async () => {
  proxy.scenario(always({ kind: 'refused' }));
  expect(await ask('/config.json')).toBe(whole);
  await proxy.hold(true);
  expect(await ask()).toBe(whole);
  await proxy.hold(false);
  expect(await ask()).toBe('403 {}');
  proxy.calm();
  expect(await ask()).toBe(whole);
});

test('design §6 a schedule comes again from its seed, whatever other calls are made between', () => {
  const names = ['purchases.execute', 'carts.readSummary', 'purchases.execute', 'auth.refreshTokens'];
  const draw = (seed: number, more: readonly string[]) => {
    const schedule = scheduleOf('sale', seed);
    return names.map((name) => {
      more.forEach((other) => schedule.next(other));
      return describeFault(schedule.next(name));
    });
  };
  const seeds = Array.from({ length: 20 }, (_, seed) => seed);
  const drawn = seeds.map((seed) => draw(seed, []));
  expect(seeds.map((seed) => draw(seed, ['carts.putProduct']))).toEqual(drawn);
  expect(new Set(drawn.map((faults) => faults.join())).size).toBeGreaterThan(15);
});
