import { runCancellation } from './jobs/cancellation.ts';
import { seedsOf } from './seeds.ts';
import { testStorms } from './test-storms.ts';

testStorms(
  'design §6 faults in a cancellation: it happens once, and the portal is right',
  { name: 'cancellation', run: runCancellation },
  seedsOf('cancellation'),
);
