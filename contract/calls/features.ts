import { type CallAnswer, defineCall } from '../call.ts';
import { PROFILES } from '../entities/shared.ts';
import { flag, listOf, mapOf, optional, record, text, timestamp } from '../wire.ts';

const fieldsOfResources = mapOf(listOf(text));

export const readFeatures = defineCall({
  name: 'features.read',
  method: 'GET',
  path: '/api/v1/extra/features',
  summary: 'What this server offers beyond §7: sort fields, query parameters and calls.',
  access: PROFILES,
  answer: record({
    features: record({
      sorts: fieldsOfResources,
      filters: fieldsOfResources,
      calls: listOf(text),
      /** By the name of a call: the formats besides CSV that it answers, for its parameter `format`. */
      formats: optional(fieldsOfResources),
      /** Whether patients are found by whole fiscal codes alone. */
      wholeCodes: optional(flag),
      /** The server's clock, by which a portal whose own is wrong goes. */
      time: optional(timestamp),
    }),
  }),
});

/** What a server offers beyond §7. Its time is read as it arrives. */
export type Features = Omit<CallAnswer<typeof readFeatures>['features'], 'time'>;
