import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { describeVariables } from '#server/settings/settings.ts';
import { readDockerfile } from '#tests/support/dockerfile.ts';

const stages = readDockerfile();
const RUNNING = ['server', 'portal', 'demo'];
const SECRET = /PASSWORD|SECRET|PEPPER|TOKEN|_KEY|DATABASE_URL/;

interface Service {
  readonly image: string;
  readonly build?: { readonly target: string };
  readonly read_only?: boolean;
  readonly cap_drop?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly secrets?: readonly (string | { readonly source: string })[];
  readonly volumes?: readonly string[];
  readonly env_file?: readonly { readonly path: string; readonly required: boolean }[];
  readonly profiles?: readonly string[];
  readonly ports?: readonly string[];
}
interface Compose {
  readonly services: Readonly<Record<string, Service>>;
  readonly secrets: Readonly<Record<string, { readonly file: string }>>;
}
const compose = parse(readFileSync('compose.yaml', 'utf8'), { merge: true }) as Compose;
const services = Object.entries(compose.services);

const VARIABLES = describeVariables().map(([name]) => /\w+/.exec(name)?.[0]);

function linesOf(file: string): string[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .map((line) => line.replace(/#.*/, '').trim())
    .filter((line) => line !== '');
}

test('design §4 images: each base has a version, and no stage a secret', () => {
  const names = stages.map(({ name }) => name);
  for (const { base, instructions } of stages) {
    if (!names.includes(base)) expect(base).toMatch(/^[\w./-]+:\d+\.\d+/);
    const variables = instructions.filter(({ keyword }) => /^(ENV|ARG)$/.test(keyword)).map(({ text }) => text);
    expect(variables.join(' ')).not.toMatch(SECRET);
    expect(instructions.map(({ keyword }) => keyword)).not.toContain('ADD');
  }
});

test.each(RUNNING)(
  'design §4 image %s runs as a user without rights, tells its health, and starts without a shell',
  (name) => {
    const stage = stages.find((one) => one.name === name);
    const textOf = (keyword: string) => stage?.instructions.findLast((one) => one.keyword === keyword)?.text ?? '';
    expect(textOf('USER')).toMatch(/^(\d{3,}:\d{3,}|node)$/);
    expect(textOf('HEALTHCHECK')).toContain('CMD ["');
    expect(JSON.parse(textOf('CMD'))).toEqual(expect.arrayContaining([expect.any(String)]));
  },
);

test('design §4 images: what they copy of the repository is there, and gets through .dockerignore', () => {
  const copied = stages.flatMap(({ copies }) => copies).filter(({ from }) => from === undefined);
  const sources = copied.flatMap(({ sources: paths }) => paths);
  expect(sources).toContain('server');
  expect(sources.filter((path) => !existsSync(path))).toEqual([]);
  const [nothing, ...passed] = linesOf('.dockerignore');
  expect(nothing).toBe('*');
  const isPassed = (path: string) =>
    passed.some(
      (line) =>
        path === line.slice(1) ||
        path.startsWith(`${line.slice(1)}/`) ||
        (line.includes('*') && /^tsconfig.*\.json$/.test(path)),
    );
  expect(sources.filter((path) => !isPassed(path))).toEqual([]);
});

test('design §4 images: the build has each configuration of the compiler that another refers to', () => {
  const build = stages.find(({ name }) => name === 'build');
  const copied = build?.copies.flatMap(({ sources }) => sources) ?? [];
  const { references } = parse(readFileSync('tsconfig.json', 'utf8')) as { references: { path: string }[] };
  expect(copied).toEqual(expect.arrayContaining(references.map(({ path }) => path.replace('./', ''))));
});

test('design §4 image of the server: no demonstration, no package manager, no development packages', () => {
  const server = stages.find(({ name }) => name === 'server');
  const production = stages.find(({ name }) => name === 'production');
  expect(server?.base).toMatch(/^alpine:/);
  expect(server?.copies.filter(({ sources }) => sources.some((path) => path.includes('/build/server')))).toEqual([
    { from: 'production', sources: ['/app/build/server'], target: 'build/server' },
  ]);
  expect(production?.instructions.map(({ text }) => text)).toContain('rm build/server/demo-*');
  expect(server?.instructions.map(({ keyword }) => keyword)).not.toContain('RUN');
});

test('design §4 compose: images have versions, secrets come from files, processes write nothing', () => {
  for (const [name, service] of services) {
    expect([name, service.image]).toEqual([name, expect.stringMatching(/:\d+\.\d+/)]);
    const given = Object.keys(service.environment ?? {}).filter((key) => SECRET.test(key));
    expect(given.filter((key) => !key.endsWith('_FILE'))).toEqual([]);
    if (name !== 'database') expect(service).toMatchObject({ read_only: true, cap_drop: ['ALL'] });
    if (service.build) expect(RUNNING).toContain(service.build.target);
    for (const secret of service.secrets ?? []) {
      expect(compose.secrets).toHaveProperty([typeof secret === 'string' ? secret : secret.source]);
    }
    for (const volume of service.volumes ?? []) {
      const [path = ''] = volume.split(':');
      if (path.startsWith('.')) expect(existsSync(path)).toBe(true);
    }
  }
  const paths = Object.values(compose.secrets).map(({ file }) => file);
  expect(paths.filter((path) => !path.startsWith('secrets/'))).toEqual([]);
  expect(linesOf('.gitignore')).toEqual(expect.arrayContaining(['/secrets/', '/region.env']));
});

test('design §4 compose: only the proxies are reached, the demonstration by this machine alone', () => {
  const reached = services.filter(([, { ports }]) => ports).map(([name, { ports = [] }]) => [name, ...ports]);
  expect(reached).toEqual([
    ['proxy', '80:8080', '443:8443'],
    ['demo-proxy', '127.0.0.1:8080:8080'],
  ]);
  const demonstration = services.filter(([, { profiles }]) => profiles?.includes('demo')).map(([name]) => name);
  expect(demonstration).toEqual(['demo', 'demo-proxy']);
});

test('design §4 compose and systemd: each variable is one of the settings', () => {
  const unit = linesOf('deploy/vouchers.service').filter((line) => line.startsWith('Environment='));
  const named = [
    ...Object.keys(compose.services.server?.environment ?? {}),
    ...Object.keys(compose.services.migrate?.environment ?? {}),
    ...unit.flatMap((line) => Array.from(line.matchAll(/(?<=[= ])\w+(?==)/g), ([name]) => name)),
  ];
  expect(named).toContain('SAML_SP_PRIVATE_KEY_FILE');
  expect(named.filter((name) => !VARIABLES.includes(name) && !VARIABLES.includes(name.replace(/_FILE$/, '')))).toEqual(
    [],
  );
});

test('design §4 compose and systemd: the process is started as in the image, and the proxy is that of the documents', () => {
  const server = stages.find(({ name }) => name === 'server');
  const command = JSON.parse(
    server?.instructions.findLast(({ keyword }) => keyword === 'CMD')?.text ?? '[]',
  ) as string[];
  expect(linesOf('deploy/vouchers.service')).toContain(`ExecStart=/usr/bin/${command.join(' ')}`);
  const [, documented = ''] = /```nginx\n(.*?)```/s.exec(readFileSync('docs/operations.md', 'utf8')) ?? [];
  const directives = documented
    .split('\n')
    .map((line) => line.replace(/#.*/, '').trim())
    .filter((line) => /^(client|proxy|send|limit)_\w+ .*;$/.test(line) && !line.startsWith('proxy_pass'));
  expect(directives.length).toBeGreaterThan(10);
  expect(linesOf('deploy/proxy.conf')).toEqual(expect.arrayContaining(directives));
});

test.each([
  ['https://api.example.org/base', 'https://api.example.org'],
  ['http://api.example.org:3000', 'http://api.example.org:3000'],
  ['', undefined],
])('design §4 image of the portal: the origin of the server at %j is allowed', (url, origin) => {
  const lines = linesOf('deploy/portal.conf');
  const [, pattern = ''] = lines.map((line) => /^~(\S+) \$origin;$/.exec(line)).find((found) => found) ?? [];
  expect(new RegExp(pattern).exec(url)?.groups?.origin).toBe(origin);
  expect(lines.find((line) => line.includes('Content-Security-Policy'))).toContain("connect-src 'self' $api_origin;");
});

test('design §4 compose: the demonstration needs no file of a region, and the proxy has room for its connections', () => {
  expect(compose.services.server?.env_file).toEqual([{ path: 'region.env', required: false }]);
  expect(linesOf('deploy/proxy.conf')).toContain('worker_connections 8192;');
  expect(compose.services.proxy?.volumes).toEqual(['./deploy/proxy.conf:/etc/nginx/nginx.conf:ro']);
});
