import { runSale } from './scenarios/sale.ts';
import { seedsOf } from './seeds.ts';
import { testScenarios } from './test-scenarios.ts';

testScenarios(
  'design §6 faults in a sale: no purchase is lost or doubled, and the portal is right',
  { name: 'sale', run: runSale },
  seedsOf('sale', 'even'),
);
