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
  const rows = rowsOf(readFileSync('docs/configuration.md', 'utf8'), 'Variable');
  const said = expect.stringMatching(/./) as string;
  expect(rows).toEqual(describeVariables().map(([name, standard = said]) => [name, standard, said]));
});

test('design §2 repository: CONTRIBUTING lists every script of package.json, and no other', () => {
  const [, scripts = ''] = readFileSync('CONTRIBUTING.md', 'utf8').split('\n## Scripts\n');
  const names = Array.from(scripts.matchAll(/^- `(?:run )?([^`]+)`/gm), ([, name = '']) => name);
  expect(names.sort()).toEqual(Object.keys(packageFile.scripts).sort());
});

const described = z.string().min(1);
const contact = z.strictObject({
  name: described,
  email: z.email().optional(),
  phone: described.optional(),
  affiliation: described.optional(),
});
const contractor = z.strictObject({
  name: described,
  until: z.iso.date(),
  email: z.email().optional(),
  website: z.url().optional(),
});
const organisation = z.strictObject({ uri: z.url(), name: described.optional() });
const dependency = z.strictObject({
  name: described,
  versionMin: described.optional(),
  versionMax: described.optional(),
  version: described.optional(),
  optional: z.boolean().optional(),
});
const screenshot = z
  .string()
  .regex(/\.(png|jpg)$/)
  .refine(existsSync);

/**
 * The standard of publiccode.yml (https://yml.publiccode.tools, 0.7) without its deprecated keys: what this file has, and
 * what its publisher may put in.
 */
const publiccode = z.strictObject({
  // The newest 0.x.
  publiccodeYmlVersion: z.literal('0'),
  name: described,
  applicationSuite: described.optional(),
  url: z.url(),
  landingURL: z.url().optional(),
  isBasedOn: z.union([z.url(), z.array(z.url())]).optional(),
  softwareVersion: z.literal(packageFile.version),
  releaseDate: z.iso.date(),
  logo: z
    .string()
    .regex(/\.(svgz?|png)$/)
    .optional(),
  platforms: z.array(z.enum(['web', 'windows', 'mac', 'linux', 'ios', 'android'])).min(1),
  categories: z.array(z.enum(['billing-and-invoicing', 'sales-management'])).min(1),
  usedBy: z.array(described).optional(),
  fundedBy: z.array(organisation).optional(),
  roadmap: z.url().optional(),
  developmentStatus: z.enum(['concept', 'development', 'beta', 'stable', 'obsolete']),
  softwareType: z.literal('standalone/web'),
  supports: z
    .array(z.strictObject({ id: z.union([z.enum(['alias:gdpr', 'alias:spid', 'alias:cie']), z.url()]) }))
    .optional(),
  organisation: organisation.optional(),
  intendedAudience: z.strictObject({
    scope: z.array(z.enum(['healthcare', 'welfare'])),
    countries: z.array(z.string().regex(/^[A-Z]{2}$/)),
  }),
  description: z.record(
    z.enum(['it', 'en']),
    z.strictObject({
      localisedName: described,
      shortDescription: described.max(150),
      longDescription: z.string().min(150).max(10_000),
      documentation: z.url().optional(),
      apiDocumentation: z.url().optional(),
      features: z.array(described).min(1),
      screenshots: z.array(screenshot),
      videos: z.array(z.url()).optional(),
      awards: z.array(described).optional(),
    }),
  ),
  legal: z.strictObject({ license: z.literal(packageFile.license), mainCopyrightOwner: described.optional() }),
  maintenance: z.discriminatedUnion('type', [
    z.strictObject({ type: z.literal('none'), contacts: z.array(contact).optional() }),
    z.strictObject({ type: z.enum(['internal', 'community']), contacts: z.array(contact).min(1) }),
    z.strictObject({
      type: z.literal('contract'),
      contractors: z.array(contractor).min(1),
      contacts: z.array(contact).optional(),
    }),
  ]),
  localisation: z.strictObject({
    localisationReady: z.boolean(),
    availableLanguages: z.array(z.enum(['it', 'en'])).min(1),
  }),
  dependsOn: z.strictObject({ open: z.array(dependency) }),
});

test('design §2 repository: publiccode.yml is that of this version, in Italian and English', () => {
  const { error } = publiccode.safeParse(parse(readFileSync('publiccode.yml', 'utf8')));
  expect(error?.issues ?? []).toEqual([]);
});

test('design §2 repository: publiccode.yml may be published: with its maintenance, and with nothing half said of it', () => {
  const own = parse(readFileSync('publiccode.yml', 'utf8')) as object;
  const isValid = (maintenance: object) => publiccode.safeParse({ ...own, maintenance }).success;
  const contacts = [{ name: 'Anna Prova', email: 'anna@example.org' }];
  expect(isValid({ type: 'internal', contacts })).toBe(true);
  expect(isValid({ type: 'contract', contractors: [{ name: 'Prova S.r.l.', until: '2028-12-31' }] })).toBe(true);
  expect(isValid({ type: 'internal' })).toBe(false);
  expect(isValid({ type: 'none', contractors: [] })).toBe(false);
});
