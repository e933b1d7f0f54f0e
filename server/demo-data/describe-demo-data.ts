import type { Services } from '#server/domain/context.ts';
import { demoBusinesses } from './businesses.ts';
import { type DemoIdentityGroup, demoIdentities } from './identities.ts';
import { namedCases } from './named-cases.ts';
import { COMMON_PIN } from './secrets.ts';

const GROUP_TITLES: Readonly<Record<DemoIdentityGroup, string>> = {
  shop: 'shop',
  authority: 'health authority',
  unregistered: 'not registered',
};

/** Column widths of the printed tables, in characters. */
const WIDTHS = { user: 20, group: 18, fiscalCode: 18, name: 24, company: 42 };

function userLines(): string[] {
  return demoIdentities.map(({ username, group, description }) =>
    [username.padEnd(WIDTHS.user), GROUP_TITLES[group].padEnd(WIDTHS.group), description].join(' '),
  );
}

/** The fiscal codes come from the database: one of them depends on the day of the first start. */
async function patientLines({ db }: Services): Promise<string[]> {
  const patients = await db
    .selectFrom('patient')
    .select(['fiscal_code', 'first_name', 'last_name'])
    .where('patient_id', '<=', namedCases.length)
    .execute();
  return namedCases.flatMap(({ firstName, lastName, title, pin }) => {
    const found = patients.find((patient) => patient.first_name === firstName && patient.last_name === lastName);
    if (found === undefined) return [];
    const name = `${firstName} ${lastName}`.padEnd(WIDTHS.name);
    return [`${found.fiscal_code.padEnd(WIDTHS.fiscalCode)} ${name} ${pin ? `PIN ${pin}` : 'no PIN   '} ${title}`];
  });
}

function codeLines(): string[] {
  return demoBusinesses.flatMap(({ companyName, cancelCode }) =>
    cancelCode === undefined ? [] : [`${companyName.padEnd(WIDTHS.company)} code ${cancelCode}`],
  );
}

/**
 * What somebody who tries the demonstration needs to know, as lines to print: users, named patients with fiscal code
 * and PIN, and the companies' cancellation codes. None where the database does not hold the demonstration data.
 */
export async function describeDemoData(services: Services): Promise<string[]> {
  const patients = await patientLines(services);
  if (patients.length === 0) return [];
  return [
    'Users (no password):',
    ...userLines().map((line) => `  ${line}`),
    'Patients:',
    ...patients.map((line) => `  ${line}`),
    `  Everybody else who is asked for a PIN: ${COMMON_PIN}`,
    'Cancellation codes (the other companies need none):',
    ...codeLines().map((line) => `  ${line}`),
  ];
}
