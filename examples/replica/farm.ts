import { freePort } from '#tests/support/free-port.ts';
import { SOURCE, startServerProcess } from '#tests/support/server-process.ts';
import { runProxy } from '../two-databases/proxy.ts';

type Environment = Readonly<Record<string, string>>;

/** Server processes behind one address of the proxy. */
export interface Farm {
  readonly name: string;
  readonly url: string;
  /** The addresses of its processes, past the proxy. */
  readonly processes: readonly string[];
}

interface Planned {
  readonly name: string;
  readonly count: number;
  readonly env: Environment;
}

async function startProcess(env: Environment) {
  const port = String(await freePort());
  const { kill } = await startServerProcess(SOURCE, { ...env, PORT: port, OPERATIONS_PORT: port });
  return { url: `http://127.0.0.1:${port}`, kill };
}

function configure(farms: readonly Farm[]): string {
  const listens = farms.map(
    ({ url, processes }, index) => `
listen farm${index}
  bind ${new URL(url).host}
  balance roundrobin
  option httpchk GET /readyz
  default-server check inter 500ms
${processes.map((address, place) => `  server s${place} ${new URL(address).host}`).join('\n')}
`,
  );
  return `defaults
  mode http
  timeout connect 2s
  timeout client 1m
  timeout server 1m
${listens.join('')}`;
}

/** Starts the processes of all farms, and one HAProxy in front of them. `end` is handed what ends each of them. */
export async function startFarms(
  folder: string,
  planned: readonly Planned[],
  end: (ending: () => Promise<void>) => void,
): Promise<readonly Farm[]> {
  const farms: Farm[] = [];
  for (const { name, count, env } of planned) {
    const started = await Promise.all(Array.from({ length: count }, () => startProcess(env)));
    started.forEach(({ kill }) => end(kill));
    const url = `http://127.0.0.1:${await freePort()}`;
    farms.push({ name, url, processes: started.map((one) => one.url) });
  }
  end(await runProxy(folder, configure(farms)));
  return farms;
}

/** The sum of a metric over the processes of a farm, of the lines that have this label. */
export async function sumOfMetric({ processes }: Farm, metric: string, label = ''): Promise<number> {
  const texts = await Promise.all(processes.map(async (url) => (await fetch(`${url}/metrics`)).text()));
  const lines = texts.flatMap((text) => text.split('\n')).filter((line) => line.startsWith(metric));
  return lines.filter((line) => line.includes(label)).reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
}
