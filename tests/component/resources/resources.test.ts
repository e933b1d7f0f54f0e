import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { flatten, type NestedTexts } from '#scripts/check-texts.ts';
import { menuScreens, refineResources } from '#src/providers/data/declared-resources.ts';
import { isShown, queryShapesOf, type Shapes, shapesOf } from '#src/components/resource/record-values.ts';
import { type ResourceDeclaration, wordsOf } from '#src/providers/data/declaration.ts';
import { adminResources } from '#src/resources/administration.ts';
import { resources } from '#src/resources/index.ts';
import { protectedScreens } from '#src/screens.ts';

test('design §2 the resources of §7 are declared, with the billing summary, the purchases to order and the end of a day', () => {
  expect(resources.map(({ name }) => name).toSorted()).toEqual(
    [
      'all-businesses',
      'amc-orders',
      'asl',
      'billing-summary',
      'businesses',
      'carts',
      'end-of-day',
      'manufacturers',
      'orderable-purchases',
      'patients',
      'product-categories',
      'products',
      'purchases',
      'stores',
    ].toSorted(),
  );
});

test('§6 the screens of the navigation, in its order, and whose entry is whose alone', () => {
  const entries = refineResources(resources).filter(({ meta }) => meta?.hide === false);
  const screens = entries.flatMap((entry) =>
    menuScreens(entry).map(({ path }) => [path, entry.meta?.parent, entry.meta?.onlyFor] as unknown[]),
  );
  expect(screens).toEqual([
    ['/ricerca-assistiti', undefined, undefined],
    ['/prospetto-fatturazione', 'accounts', 'BUSINESS'],
    ['/storico-acquisti', 'patients', undefined],
    ['/chiusura-giornata', 'accounts', undefined],
    ['/ordini-amc', 'amc', undefined],
    ['/riepilogo-ordini-amc', 'amc', undefined],
  ]);
});

test('design §2 every resource is Refine’s by its name, with its screens as Refine knows them', () => {
  const registered = refineResources(resources);
  expect(registered.map(({ name }) => name)).toEqual(resources.map(({ name }) => name));
  expect(registered.find(({ name }) => name === 'amc-orders')).toMatchObject({
    list: '/riepilogo-ordini-amc',
    create: '/ordini-amc',
  });
  expect(registered.every((resource) => resource.identifier === undefined)).toBe(true);
});

const ROOT = join(import.meta.dirname, '../../..');

test('design §2 no address has the id of a patient, a dossier or a voucher', () => {
  const confidential = adminResources.filter(({ isConfidential }) => isConfidential);
  expect(confidential.map(({ name }) => name)).toEqual([
    'admin-patients',
    'admin-dossiers',
    'admin-vouchers',
    'admin-consultations',
  ]);
  const addresses = confidential.flatMap(({ screens = {} }) => Object.values(screens));
  expect(addresses.filter((address) => address.includes(':'))).toEqual([]);
});

/** The text keys of the fields that a resource shows, edits or searches by: their names and their values. */
async function textKeys({ calls }: ResourceDeclaration): Promise<string[]> {
  const { list, one, create, fields = [] } = await calls();
  const found: Shapes = {
    ...(list && { ...queryShapesOf(list.call), ...shapesOf(list.call, list.collection) }),
    ...(one && shapesOf(one.call, one.item)),
  };
  const shown = Object.entries(found).flatMap(([field, shape]) => (isShown(field, shape) ? [field] : []));
  const all = new Set([...(list?.columns ?? []), ...(list?.filters ?? []), ...shown, ...fields]);
  const names = [...all].filter((field) => !['page', 'size', 'sort', 'ids'].includes(field));
  const words = names.flatMap((field) => {
    const shape = found[field];
    return shape?.kind === 'word' ? shape.words.map((word) => `${field}.${word}`) : [];
  });
  return [...names.map((field) => `field.${field}`), ...words, 'show', ...(create ? ['create', 'edit'] : [])];
}

const PAGES: readonly (string | undefined)[] = protectedScreens.map(({ path }) => path);
const rendered = adminResources.filter(({ screens }) => screens?.list && !PAGES.includes(screens.list));

/** The text keys of a resource's commands; some have more, for what may happen. */
async function commandKeys({ calls }: ResourceDeclaration): Promise<string[]> {
  const { recordCommands = [] } = await calls();
  return recordCommands.flatMap(({ call, fields = [], rows }) => [
    ...['label', 'question', 'done', 'unknown', 'questionOfMany', 'printed', 'inTab', 'notPrinted', 'shown'].map(
      (text) => `command.${call.name.replace(/^.*\./, '')}.${text}`,
    ),
    ...[...fields, ...(rows?.fields ?? [])].map((field) => `field.${field}`),
  ]);
}

test.each(rendered.map((declaration) => [declaration.name, declaration] as const))(
  'design §2 every field of %s has its name, and every word its text, in both languages, and no text is of nothing',
  async (_name, declaration) => {
    const keys = await textKeys(declaration);
    // A field may have a hint below it in the form.
    const hints = keys.map((key) => key.replace(/^field\./, 'hint.'));
    const more = ['list', ...hints, ...(await commandKeys(declaration))];
    for (const language of ['it', 'en']) {
      const [file = '', resource = ''] = wordsOf(declaration).split(':');
      const texts: unknown = JSON.parse(readFileSync(join(ROOT, `public/locales/${language}/${file}.json`), 'utf8'));
      const found = [...flatten((texts as Readonly<Record<string, NestedTexts>>)[resource] ?? {}).keys()];
      expect(keys.filter((key) => !found.includes(key))).toEqual([]);
      expect(found.filter((key) => ![...keys, ...more].includes(key))).toEqual([]);
    }
  },
);
