import { Counter, type Registry } from 'prom-client';
import type { DocumentSlots } from '#server/http/document-slots.ts';
import { gaugeReadWhenAsked } from './gauge-read-when-asked.ts';

/** Registers the metrics of long documents of this process. Their duration is in the request metrics. */
export function measureDocuments(registry: Registry, slots: DocumentSlots): void {
  gaugeReadWhenAsked(
    registry,
    'documents_underway',
    'Documents that this process is making.',
    () => slots.counts.taken,
  );
  new Counter({
    name: 'documents_refused_total',
    help: 'Documents that this process refused because the user, or it, was making too many.',
    registers: [registry],
    collect() {
      this.reset();
      this.inc(slots.counts.refused);
    },
  });
}
