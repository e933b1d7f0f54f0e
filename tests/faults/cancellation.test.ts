import { runCancellation } from './scenarios/cancellation.ts';
import { seedsOf } from './seeds.ts';
import { testScenarios } from './test-scenarios.ts';

testScenarios(
  'design §6 faults in a cancellation: it happens once, and the portal is right',
  { name: 'cancellation', run: runCancellation },
  seedsOf('cancellation'),
);
