import { setTimeout as delay } from 'node:timers/promises';
import { startPostgres } from '#tests/api/support/postgres.ts';
import { findPatients, findProducts, findSellers, Measured, type Seller } from './sellers.ts';
import { spawnServer } from './spawn-server.ts';
import { startServer } from './start-server.ts';

const SALES = 4;
/** In ms: a seller begins a sale so often, which is faster than anybody scans and types. */
const PACE_MS = 10_000;

/** Measures whole sales of tills side by side with those of people, each with two PINs, in a server of its own process. */
async function main(): Promise<void> {
  const postgres = await startPostgres();
  const { services, close } = await startServer({ kind: 'postgres', url: postgres.url, poolSize: 4 });
  const server = await spawnServer(postgres.url);
  const [patients, products] = [await findPatients(services), await findProducts(services)];
  const sellers = await findSellers(services, server.url);
  const [tills, people] = [new Measured(server.url), new Measured(server.url)];
  const sellAll = async (seller: Seller, index: number) => {
    await delay((PACE_MS * index) / sellers.length);
    for (let sale = 0; sale < SALES; sale += 1) {
      const pause = delay(PACE_MS);
      const patient = patients[(index + sale * sellers.length) % patients.length];
      if (patient === undefined) throw new Error('The demonstration data has no patient with a PIN');
      await (seller.isTill ? tills : people).sell(seller, patient, products);
      await pause;
    }
  };
  await Promise.all(sellers.map(sellAll));
  tills.tell('tills');
  people.tell('people');
  await server.stop();
  await close();
  await postgres.stop();
}

await main();
