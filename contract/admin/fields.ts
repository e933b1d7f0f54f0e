import * as z from 'zod/mini';
import { today } from '../rules/clock.ts';
import { isGtin, pharmacyCodeOf } from '../rules/product-code.ts';
import { isValidFiscalCode, normalizeFiscalCode } from '../rules/fiscal-code.ts';
import { money, roundToCents } from '../rules/money.ts';
import { isTenderCode } from '../rules/tender-code.ts';
import { readCode, readDashedCode } from '../rules/typed-text.ts';
import { webUrl } from '../rules/web-url.ts';
import { VAT_RATES, isValidVat, normalizeVat } from '../rules/vat.ts';
import {
  MEANINGS,
  aslId,
  businessId,
  described,
  oneLine,
  requestId,
  rowId,
  secret,
  shortText,
  yesNo,
} from '../request.ts';
import { type Wire, code, disabledFlag, enumOf, id, optional, text } from '../wire.ts';

export const rowParams = z.strictObject({ id: rowId });

/** Text in one line of at most 500 characters. */
export const longText = oneLine.check(z.minLength(1), z.maxLength(500));

/** The address of a web site, which may lack its scheme. */
export const webAddress = described(longText.check(z.refine((value) => webUrl(value) !== null)), {
  description: 'Address of a web site.',
  example: 'https://www.farmacia.example',
});

/** A person's fiscal code with a valid check character. Case and spaces of the input do not matter. */
export const personFiscalCode = described(
  z.string().check(z.overwrite(normalizeFiscalCode), z.refine(isValidFiscalCode)),
  { description: 'Fiscal code of a person.', example: 'MRTGRZ85S43I452G' },
);

/** In a search. */
export const fiscalCodeStart = described(shortText, {
  description: 'The fiscal code, or how it begins.',
  example: 'MRTGRZ85S43I452G',
});

/** A VAT number, also with the country before it. */
export const vat = described(z.string().check(z.overwrite(normalizeVat), z.refine(isValidVat)), {
  description: 'VAT number of eleven digits.',
  example: '90001371300',
});

/** A company's fiscal code: in the format of a VAT number or of a person's code. */
export const companyFiscalCode = described(z.string().check(z.overwrite(normalizeVat), z.refine(isValidFiscalCode)), {
  description: 'Fiscal code of a company.',
  example: '90001371300',
});

/** An EAN-8, UPC-A, EAN-13 or GTIN-14 with a valid check digit. */
export const ean = described(z.string().check(z.overwrite(readCode), z.refine(isGtin)), {
  description: 'EAN of a product (8, 12, 13 or 14 digits).',
  example: '2000006000019',
});

/** A pharmacy's code (AIC, Minsan), which becomes `A` and nine digits; also without the `A`, or in base 32. */
export const pharmacyCode = described(
  z.string().check(
    z.overwrite((code) => pharmacyCodeOf(readCode(code)) ?? code),
    z.refine((code) => pharmacyCodeOf(code) === code),
  ),
  { description: "A pharmacy's code (AIC, Minsan): A and nine digits.", example: 'A999000043' },
);

/** The office of an authority in the public index (IPA), by which electronic orders and invoices find it. */
export const ipaCode = described(z.string().check(z.overwrite(readCode), z.regex(/^[\dA-Z]{6}$/)), {
  description: 'Code of an office in the index of public administrations (IPA).',
  example: 'UF1A2B',
});

/** What an electronic order of a public administration must name. */
export const tenderCode = described(z.string().check(z.overwrite(readCode), z.refine(isTenderCode)), {
  description: 'Code of the tender (CIG), or of the reason why there is none (ES01 to ES27).',
  example: 'ES01',
});

export const email = described(oneLine.check(z.maxLength(254), z.regex(/^[^\s@]+@[^\s@]+\.[^\s@]+$/)), {
  description: 'Address for mail.',
  example: 'info@farmacia.example',
});

/** A monthly amount in euro with whole cents. */
export const monthlyAmount = described(
  z.number().check(
    z.positive(),
    z.maximum(99_999),
    z.refine((value) => roundToCents(money(value)).eq(money(value))),
  ),
  { description: 'Euro a month, where each dossier of the kind has its own amount.', example: 150 },
);

/** The first day of a month. Any day of the month is accepted. */
export const month = described(
  z.iso
    .date()
    .check(
      z.refine((day) => day >= '1900' && day < '9999'),
      z.overwrite((day) => `${day.slice(0, 7)}-01`),
    )
    .register(MEANINGS, { kind: 'date', unit: 'month' }),
  { description: 'Any day of the month: YYYY-MM-DD.', example: '2026-11-01' },
);

/** The business's cancellation code: digits only, because the user types it at the till. */
export const cancelCode = described(secret(z.string().check(z.trim(), z.regex(/^\d{5,12}$/))), {
  description: 'The cancellation code, of 5 to 12 digits.',
  example: '24680',
});

/** The number of a paper voucher. Case and spaces of the input do not matter. */
export const sheetNumber = z.string().check(z.overwrite(readDashedCode), z.regex(/^[A-Z\d/-]{1,30}$/));

/** The ranges of latitude and longitude in Italy do not overlap, so swapped values are refused. */
export const latitude = described(z.number().check(z.minimum(35), z.maximum(48)), {
  description: 'Degrees north.',
  example: 39.2238,
});
export const longitude = described(z.number().check(z.minimum(6), z.maximum(19)), {
  description: 'Degrees east.',
  example: 9.1217,
});

/** A day between 1900 and today. */
export const birthDate = described(z.iso.date().check(z.refine((day) => day >= '1900' && day <= today())), {
  description: 'Birth date, not in the future: YYYY-MM-DD.',
  example: '1985-11-03',
});

const MAX_ROW_IDS = 200;

/** The ids of the rows that a row is linked to. */
export const rowIds = z.array(requestId).check(z.maxLength(MAX_ROW_IDS));

/** As the users of tills are called, and those who are anonymous, whom nobody else may be taken for (rules §9, §12). */
const TAKEN_NAME = /^(till|anonimo)-\d+$/i;

/** The name of a person among the users. */
export const username = described(shortText.check(z.refine((name) => !TAKEN_NAME.test(name))), {
  description: 'The NameID by which the identity provider knows a user; not that of a till, such as `till-9`.',
  example: 'anna',
});

export const firstName = described(shortText, { description: 'First name.', example: 'Margherita' });
export const lastName = described(shortText, {
  description: 'Last name; in a search, how it begins.',
  example: 'Murta',
});
export const companyName = described(shortText, {
  description: 'Name of a company; in a search, how it begins.',
  example: 'Farmacia',
});

/** The version of the row that the user edited. */
export const version = described(z.int().check(z.minimum(1)), {
  description: 'The version of the row that the change was made from.',
  example: 1,
});

type Schema = z.ZodMiniType;

/** A field with people's words: a search finds how they begin, in any case, and a list sorts them as people do. */
export function words<S extends Schema>(input: S) {
  return { row: text, input, filter: z.optional(input), match: 'start' } as const;
}

/** A field that may be empty. */
export function maybe<S extends Schema, R extends Schema, I extends Schema>(row: Wire<S, R>, input: I) {
  return { row: optional(row), input: z.optional(input) } as const;
}

/** What an electronic invoice says of a party's seat besides street and number. */
export const seat = {
  postalCode: maybe(
    code,
    described(z.string().check(z.overwrite(readCode), z.regex(/^\d{5}$/)), {
      description: 'Postal code.',
      example: '09124',
    }),
  ),
  town: maybe(text, described(shortText, { description: 'Town.', example: 'Cagliari' })),
  province: maybe(
    code,
    described(z.string().check(z.overwrite(readCode), z.regex(/^[A-Z]{2}$/)), {
      description: 'Province, in two letters.',
      example: 'CA',
    }),
  ),
} as const;

/** The tax regime of a company, as electronic invoices name it. */
export const taxRegime = described(z.string().check(z.overwrite(readCode), z.regex(/^RF(?:0[124-9]|1\d)$/)), {
  description: 'Tax regime: RF01 is the usual one.',
  example: 'RF01',
});

export const vatRate = maybe(
  enumOf(VAT_RATES),
  described(z.enum(VAT_RATES), { description: 'VAT rate in percent.', example: '4' }),
);

/** A field with a value that a search finds as it is. */
export function searched<W extends Wire, S extends Schema>(row: W, input: S) {
  return { row, input, filter: z.optional(input), match: 'equal' } as const;
}

const IS_DISABLED = { description: 'Whether it is disabled.', example: false };

/** The field of rows that stay because others refer to them. */
export const disabled = {
  row: disabledFlag,
  input: described(z.optional(z.boolean()), IS_DISABLED),
  filter: described(z.optional(yesNo), IS_DISABLED),
  match: 'since',
} as const;

const OF_ASL = { resource: 'admin-asl', labels: ['name'], search: 'name' } as const;
export const OF_BUSINESS = { resource: 'admin-businesses', labels: ['companyName'], search: 'companyName' } as const;

export const ofAsl = {
  row: id,
  input: aslId,
  filter: z.optional(aslId),
  match: 'id',
  refersTo: OF_ASL,
} as const;
export const ofBusiness = {
  row: id,
  input: businessId,
  filter: z.optional(businessId),
  match: 'id',
  refersTo: OF_BUSINESS,
} as const;
