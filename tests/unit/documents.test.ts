import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import * as z from 'zod';
import { describeVariables } from '#server/settings/settings.ts';
import packageFile from '../../package.json' with { type: 'json' };

/** The cells of each row of the table that begins with this heading. */
function rowsOf(text: string, heading: string): string[][] {
  const [table = ''] = new RegExp(`^\\| ${heading} [\\s\\S]*?\\n(?=\\n)`, 'm').exec(text) ?? [];
  const [, , ...rows] = table.trim().split('\n');
  return rows.map((row) =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

test('design §4 settings: the document lists every environment variable as the server reads it, and no other', () => {
  expect(rowsOf(readFileSync('docs/configuration.md', 'utf8'), 'Variable')).toEqual(describeVariables());
});

test('design §2 repository: CONTRIBUTING lists every script of package.json, and no other', () => {
  const [, scripts = ''] = readFileSync('CONTRIBUTING.md', 'utf8').split('\n## Scripts\n');
  const names = Array.from(scripts.matchAll(/^- `(?:run )?([^`]+)`/gm), ([, name = '']) => name);
  expect(names.sort()).toEqual(Object.keys(packageFile.scripts).sort());
});

/** What the standard wants of publiccode.yml (https://yml.publiccode.tools). */
const publiccode = z.strictObject({
  publiccodeYmlVersion: z.literal('0'),
  name: z.string().min(1),
  url: z.url(),
  softwareVersion: z.literal(packageFile.version),
  releaseDate: z.iso.date(),
  platforms: z.array(z.string()).min(1),
  categories: z.array(z.enum(['billing-and-invoicing', 'sales-management'])).min(1),
  developmentStatus: z.enum(['concept', 'development', 'beta', 'stable', 'obsolete']),
  softwareType: z.literal('standalone/web'),
  intendedAudience: z.strictObject({
    scope: z.array(z.enum(['healthcare', 'welfare'])),
    countries: z.array(z.string().length(2)),
  }),
  description: z.record(
    z.enum(['it', 'en']),
    z.strictObject({
      localisedName: z.string(),
      shortDescription: z.string().max(150),
      longDescription: z.string().min(150).max(10_000),
      features: z.array(z.string()).min(1),
      screenshots: z.array(z.string().refine(existsSync)),
    }),
  ),
  legal: z.strictObject({ license: z.literal(packageFile.license) }),
  maintenance: z.strictObject({ type: z.literal('none') }),
  localisation: z.strictObject({ localisationReady: z.boolean(), availableLanguages: z.array(z.enum(['it', 'en'])) }),
  dependsOn: z.strictObject({ open: z.array(z.strictObject({ name: z.string(), versionMin: z.string() })) }),
});

test('design §2 repository: publiccode.yml is that of this version, in Italian and English', () => {
  const { error } = publiccode.safeParse(parse(readFileSync('publiccode.yml', 'utf8')));
  expect(error?.issues ?? []).toEqual([]);
});
