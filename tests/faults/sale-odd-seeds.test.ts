import { runSale } from './jobs/sale.ts';
import { seedsOf } from './seeds.ts';
import { testStorms } from './test-storms.ts';

testStorms(
  'design §6 faults in a sale: no purchase is lost or doubled, and the portal is right',
  { name: 'sale', run: runSale },
  seedsOf('sale', 'odd'),
);
