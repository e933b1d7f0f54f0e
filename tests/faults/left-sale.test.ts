import { runLeftSale } from './scenarios/left-sale.ts';
import { seedsOf } from './seeds.ts';
import { testScenarios } from './test-scenarios.ts';

testScenarios(
  'design §6 faults in a sale that is left while its purchase is executed: what is told of it is so',
  { name: 'left-sale', run: runLeftSale },
  seedsOf('left-sale'),
);
