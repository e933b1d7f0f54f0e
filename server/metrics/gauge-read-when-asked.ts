import { Gauge, type Registry } from 'prom-client';

/** A gauge that is read each time that somebody asks for the metrics; while it cannot be read it has no value. */
export function gaugeReadWhenAsked(
  registry: Registry,
  name: string,
  help: string,
  read: () => number | Promise<number>,
): void {
  new Gauge({
    name,
    help,
    registers: [registry],
    async collect() {
      try {
        this.set(await read());
      } catch {
        this.remove();
      }
    },
  });
}
