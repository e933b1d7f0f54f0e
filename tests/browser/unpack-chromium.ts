import { spawn } from 'node:child_process';
import { createReadStream, createWriteStream } from 'node:fs';
import { access, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { createBrotliDecompress } from 'node:zlib';
import * as z from 'zod';

/** The paths of an unpacked Chromium, its libraries and its fonts. */
export interface UnpackedChromium {
  readonly executablePath: string;
  readonly libraryFolder: string;
  readonly fontFolder: string;
}

const CACHE = fileURLToPath(new URL('../../.cache', import.meta.url));
const READ_BYTES = 2 ** 22;

function packageFolder(): string {
  return join(dirname(fileURLToPath(import.meta.resolve('@sparticuz/chromium'))), '../..');
}

async function packageVersion(folder: string): Promise<string> {
  const manifest: unknown = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
  return z.object({ version: z.string() }).parse(manifest).version;
}

function unbrotli(source: string) {
  return createReadStream(source, { highWaterMark: READ_BYTES }).pipe(createBrotliDecompress());
}

async function unpackTar(source: string, target: string): Promise<void> {
  await mkdir(target, { recursive: true });
  const tar = spawn('tar', ['-x', '-C', target], { stdio: ['pipe', 'ignore', 'inherit'] });
  const ended = new Promise<void>((resolve, reject) => {
    tar.once('error', reject);
    tar.once('close', (code) => (code === 0 ? resolve() : reject(new Error(`tar ended with ${String(code)}`))));
  });
  // Tar may exit before the padding after the end of the archive is written, so only its exit code counts.
  const written = pipeline(unbrotli(source), tar.stdin).catch(() => undefined);
  await Promise.all([written, ended]);
}

/**
 * The package's own font configuration has fixed folders. This one has the unpacked folders, then those of the system.
 */
const fontConfiguration = (fontFolder: string) => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${fontFolder}</dir>
  <dir>/usr/share/fonts</dir>
  <cachedir>${join(fontFolder, 'cache')}</cachedir>
</fontconfig>
`;

function described(folder: string): UnpackedChromium {
  return {
    executablePath: join(folder, 'chromium'),
    libraryFolder: join(folder, 'lib'),
    fontFolder: join(folder, 'fonts'),
  };
}

/**
 * Unpacks the Chromium of the package `@sparticuz/chromium` into `.cache`, once. Several processes may call it at the
 * same time: each unpacks into its own folder, and the first one to finish wins.
 */
export async function unpackChromium(): Promise<UnpackedChromium> {
  const from = packageFolder();
  const folder = join(CACHE, `chromium-${await packageVersion(from)}`);
  const isThere = await access(folder).then(
    () => true,
    () => false,
  );
  if (isThere) return described(folder);

  await mkdir(CACHE, { recursive: true });
  const aside = await mkdtemp(join(CACHE, 'chromium-'));
  const bin = join(from, 'bin');
  await Promise.all([
    pipeline(unbrotli(join(bin, 'chromium.br')), createWriteStream(join(aside, 'chromium'), { mode: 0o755 })),
    unpackTar(join(bin, 'al2023.tar.br'), aside),
    unpackTar(join(bin, 'fonts.tar.br'), join(aside, 'fonts')),
    unpackTar(join(bin, 'swiftshader.tar.br'), aside),
  ]);
  await writeFile(join(aside, 'fonts', 'fonts.conf'), fontConfiguration(join(folder, 'fonts')));
  await rename(aside, folder).catch(() => rm(aside, { recursive: true }));
  return described(folder);
}
