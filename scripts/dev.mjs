// Runs portal and server with hot reload: vite serves the portal and passes all other calls to the server.
import { spawn } from 'node:child_process';

const { PORTAL_PORT = '5173' } = process.env;
const env = { PUBLIC_URL: `http://localhost:${PORTAL_PORT}`, ...process.env };

const programs = [
  ['node_modules/tsx/dist/cli.mjs', 'watch', '--clear-screen=false', 'server/main.ts'],
  ['node_modules/vite/bin/vite.js', '--clearScreen', 'false'],
].map((args) => spawn(process.execPath, args, { env, stdio: 'inherit' }));

let isStopping = false;

/** Only once: a second signal would stop the server before it closes its database. */
function stopAll() {
  if (isStopping) return;
  isStopping = true;
  for (const program of programs) program.kill();
}

for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, stopAll);
for (const program of programs) program.on('exit', stopAll);
