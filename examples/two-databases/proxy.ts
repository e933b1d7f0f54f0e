import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { POSTGRES_OWNER } from '#tests/api/support/postgres.ts';
import { ROLES } from './cluster.ts';

const PROTOCOL_3 = '00030000';
const hex = (text: string) => Buffer.from(text).toString('hex');

/** The first message of a client, and the part of the response that only a primary sends. */
function checkMessages(): { readonly ask: string; readonly expected: string } {
  const rest = PROTOCOL_3 + hex(`user\0${ROLES.check}\0database\0postgres\0\0`);
  const length = (rest.length / 2 + 4).toString(16).padStart(8, '0');
  return { ask: length + rest, expected: hex('in_hot_standby\0off\0') };
}

interface Member {
  readonly name: string;
  readonly port: number;
}

function toPrimary(port: number, members: readonly Member[]): string {
  const { ask, expected } = checkMessages();
  return `defaults
  mode tcp
  retries 0
  timeout connect 2s
  timeout check 1s
  timeout client 30m
  timeout server 30m

listen vouchers
  bind 127.0.0.1:${port}
  option tcp-check
  tcp-check connect
  tcp-check send-binary ${ask}
  tcp-check expect binary ${expected}
  default-server check inter 500ms fall 2 rise 1 on-marked-down shutdown-sessions
${members.map((member) => `  server ${member.name} 127.0.0.1:${member.port}`).join('\n')}
`;
}

/**
 * Starts HAProxy, which leads every connection to the primary.
 * @returns a function that ends it
 */
export function startProxy(folder: string, port: number, members: readonly Member[]): Promise<() => Promise<void>> {
  return runProxy(folder, toPrimary(port, members));
}

async function runProxy(folder: string, configuration: string): Promise<() => Promise<void>> {
  const file = join(folder, 'haproxy.cfg');
  await writeFile(file, configuration);
  const proxy = spawn('haproxy', ['-db', '-q', '-f', file], {
    ...POSTGRES_OWNER,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  await once(proxy, 'spawn');
  const ended = once(proxy, 'exit');
  return async () => {
    proxy.kill();
    await ended;
  };
}
