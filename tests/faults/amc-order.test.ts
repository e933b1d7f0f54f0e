import { runAmcOrder } from './scenarios/amc-order.ts';
import { seedsOf } from './seeds.ts';
import { testScenarios } from './test-scenarios.ts';

testScenarios(
  'design §6 faults in an AMC order: each purchase is in one order, and the portal is right',
  { name: 'amc-order', run: runAmcOrder },
  seedsOf('amc-order'),
);
