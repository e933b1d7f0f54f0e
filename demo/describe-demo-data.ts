import { CATEGORY_TYPES, type CategoryType } from '#contract/entities/shared.ts';
import { formatUnitPrice, money } from '#contract/rules/money.ts';
import { hashPin } from '#server/pins/hashing.ts';
import type { Services } from '#server/services.ts';
import { DEFAULT_SECRETS } from '#server/settings/settings.ts';
import businesses from './data/businesses.json' with { type: 'json' };
import precomputedHashes from './data/precomputed-hashes.json' with { type: 'json' };
import { demoIdentities, type DemoIdentityGroup, namedCases } from './values.ts';

/** The PIN of every patient who has one and is not a named case. */
export const COMMON_PIN = '13579';

/** Every PIN and cancellation code of the demonstration data, without repetitions. */
export const demoSecrets: readonly string[] = [
  ...new Set([
    COMMON_PIN,
    ...namedCases.flatMap(({ pin }) => pin ?? []),
    ...businesses.flatMap(({ cancelCode }) => cancelCode ?? []),
  ]),
];

/**
 * The hashes of all demonstration PINs and codes. Hashing is slow on purpose, so the hashes for the demonstration
 * pepper are precomputed; any other pepper needs new ones.
 */
export async function hashSecrets(pepper: string): Promise<ReadonlyMap<string, string>> {
  if (pepper === DEFAULT_SECRETS.PIN_PEPPER) return new Map(Object.entries(precomputedHashes));
  const hashes = await Promise.all(demoSecrets.map((secret) => hashPin(secret, pepper)));
  return new Map(demoSecrets.map((secret, index) => [secret, hashes[index] ?? '']));
}

/** Column widths of the printed tables, in characters. */
const WIDTHS = { user: 20, fiscalCode: 18, name: 24, company: 42, ean: 15, price: 9 };
/** The number of products to list for each kind of dossier; a few of them have a leading 0. */
const EANS = 8;
const WITH_LEADING_ZERO = 2;
const DOSSIER_NAMES: Readonly<Record<CategoryType, string>> = { CELIAC: 'coeliac', PROTEIN_FREE: 'protein-free' };

function placeOf(group: Exclude<DemoIdentityGroup, 'shop'>, authority: string | null): string {
  if (group === 'unregistered') return 'signs on, but is not registered';
  const place = authority === null ? 'the region' : `health authority ${authority}`;
  return group === 'operator' ? `operator of ${place}` : place;
}

/**
 * The users with their companies and cancellation codes, or with the purpose of the user. Data of an earlier version
 * may lack newer users, so only registered users are listed.
 */
async function userLines({ db }: Services): Promise<string[]> {
  const users = await db
    .selectFrom('app_user')
    .leftJoin('asl', 'asl.asl_id', 'app_user.asl_id')
    .select(['username', 'name'])
    .execute();
  return demoIdentities.flatMap(({ username, group }) => {
    const user = users.find((one) => one.username === username);
    if (user === undefined && group !== 'unregistered') return [];
    const companies = businesses.filter((business) => business.username === username);
    const lines =
      group === 'shop'
        ? companies.map(
            ({ companyName, cancelCode }) =>
              `${companyName.padEnd(WIDTHS.company)} ${cancelCode === undefined ? 'cancels without a code' : `cancellation code ${cancelCode}`}`,
          )
        : [placeOf(group, user?.name ?? null)];
    return lines.map((line, index) => `${(index === 0 ? username : '').padEnd(WIDTHS.user)} ${line}`);
  });
}

/** Fiscal codes are read from the database, because that of the newborn depends on the day of the first start. */
async function patientLines({ db }: Services): Promise<string[]> {
  const patients = await db
    .selectFrom('patient')
    .select(['fiscal_code', 'first_name', 'last_name'])
    .where(
      'last_name',
      'in',
      namedCases.map(({ lastName }) => lastName),
    )
    .execute();
  return namedCases.flatMap(({ firstName, lastName, title, pin }) => {
    const found = patients.find((patient) => patient.first_name === firstName && patient.last_name === lastName);
    if (found === undefined) return [];
    const name = `${firstName} ${lastName}`.padEnd(WIDTHS.name);
    return [`${found.fiscal_code.padEnd(WIDTHS.fiscalCode)} ${name} ${pin ? `PIN ${pin}` : 'no PIN   '} ${title}`];
  });
}

/** Products to scan. They are cheap enough to buy several of them. */
async function productLines({ db }: Services, type: CategoryType): Promise<string[]> {
  const first = (leadingZero: boolean, count: number) =>
    db
      .selectFrom('product')
      .select(['ean1', 'name', 'ref_price'])
      .where('category_type', '=', type)
      .where('ean1', leadingZero ? 'like' : 'not like', '0%')
      .orderBy('product_id')
      .limit(count)
      .execute();
  const products = [...(await first(true, WITH_LEADING_ZERO)), ...(await first(false, EANS - WITH_LEADING_ZERO))];
  return products.map(({ ean1, name, ref_price: price }) =>
    [ean1.padEnd(WIDTHS.ean), formatUnitPrice(money(price)).padStart(WIDTHS.price), name].join(' '),
  );
}

/**
 * The lines that the server prints about its demonstration data: users with companies and codes, named patients with
 * fiscal codes and PINs, and products to scan. Empty when the database does not hold the demonstration data.
 */
export async function describeDemoData(services: Services): Promise<string[]> {
  const patients = await patientLines(services);
  if (patients.length === 0) return [];
  const products = await Promise.all(
    CATEGORY_TYPES.map(async (type) => [
      `Products to scan for a ${DOSSIER_NAMES[type]} dossier (EAN, reference price):`,
      ...(await productLines(services, type)).map((line) => `  ${line}`),
    ]),
  );
  return [
    'Users (no password):',
    ...(await userLines(services)).map((line) => `  ${line}`),
    'Patients:',
    ...patients.map((line) => `  ${line}`),
    `  Everybody else who is asked for a PIN: ${COMMON_PIN}`,
    ...products.flat(),
  ];
}
