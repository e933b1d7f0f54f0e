import { Gauge, type Registry } from 'prom-client';

/** A gauge that is read each time that somebody asks for the metrics; while nothing is known it has no value. */
export function gaugeReadWhenAsked(
  registry: Registry,
  name: string,
  help: string,
  read: () => number | Promise<number | undefined>,
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
