import { Gauge, type Registry } from 'prom-client';

/** A gauge that reads its value for each request of the metrics; it has no value while the reading is undefined. */
export function gaugeReadWhenAsked(
  registry: Registry,
  name: string,
  help: string,
  read: () => number | undefined | Promise<number | undefined>,
): void {
  new Gauge({
    name,
    help,
    registers: [registry],
    async collect() {
      const value = await read();
      if (value === undefined) this.remove();
      else this.set(value);
    },
  });
}
