import * as z from 'zod/mini';

/**
 * The error table (rules §2): the values of `error.description`, each with its HTTP status and numeric code. The locale
 * files hold the text of a description under `error.`.
 */
export const ERRORS = {
  INVALID_REQUEST: { status: 400, code: 4000 },
  CLIENT_NOT_AUTHENTICATED: { status: 401, code: 4010 },
  NOT_AUTHENTICATED: { status: 403, code: 4030 },
  NOT_ALLOWED: { status: 403, code: 4031 },
  PATH_NOT_FOUND: { status: 404, code: 4040 },
  USER_NOT_FOUND: { status: 404, code: 4040 },
  BUSINESS_NOT_FOUND: { status: 404, code: 4040 },
  STORE_NOT_FOUND: { status: 404, code: 4040 },
  PATIENT_NOT_FOUND: { status: 404, code: 4040 },
  DOSSIER_NOT_FOUND: { status: 404, code: 4040 },
  VOUCHER_NOT_FOUND: { status: 404, code: 4040 },
  PRODUCT_NOT_FOUND: { status: 404, code: 4040 },
  CART_NOT_FOUND: { status: 404, code: 4040 },
  PURCHASE_NOT_FOUND: { status: 404, code: 4040 },
  TRANSACTION_NOT_FOUND: { status: 404, code: 4040 },
  TRANSACTION_WRONG_OTP: { status: 409, code: 5001 },
  TRANSACTION_ALREADY_EXECUTED: { status: 409, code: 5002 },
  TRANSACTION_EXPIRED: { status: 409, code: 5003 },
  VOUCHER_AMOUNT_NOT_SUFFICIENT: { status: 412, code: 5004 },
  TRANSACTION_LOCKED: { status: 409, code: 5005 },
  CART_CHANGED: { status: 409, code: 5006 },
  CART_EMPTY: { status: 409, code: 5007 },
  VOUCHER_NOT_ENABLED: { status: 409, code: 5008 },
  DOSSIER_NOT_APPROVED: { status: 409, code: 5009 },
  PRODUCT_NOT_ALLOWED: { status: 409, code: 5010 },
  PURCHASE_NOT_CANCELABLE: { status: 409, code: 5011 },
  PURCHASE_ALREADY_ORDERED: { status: 409, code: 5012 },
  CART_FULL: { status: 409, code: 5014 },
  AMC_ORDER_NOT_FOUND: { status: 404, code: 4040 },
  ASL_NOT_FOUND: { status: 404, code: 4040 },
  CATEGORY_NOT_FOUND: { status: 404, code: 4040 },
  KIND_NOT_FOUND: { status: 404, code: 4040 },
  MANUFACTURER_NOT_FOUND: { status: 404, code: 4040 },
  DUPLICATE: { status: 409, code: 4090 },
  VERSION_CONFLICT: { status: 409, code: 4091 },
  TILL_NOT_FOUND: { status: 404, code: 4040 },
  IMPORT_NOT_FOUND: { status: 404, code: 4040 },
  IMPORT_NOT_CHECKED: { status: 409, code: 4092 },
  IMPORT_HAS_REFUSED_LINES: { status: 409, code: 4093 },
  NOT_POSSIBLE: { status: 409, code: 4094 },
  SHEET_REPEATED: { status: 409, code: 4095 },
  SHEET_ALREADY_SWAPPED: { status: 409, code: 4096 },
  SHEET_ABOVE_CEILING: { status: 409, code: 4097 },
  SHEET_MONTH_NOT_ON_PAPER: { status: 409, code: 4098 },
  PATIENT_OF_ANOTHER_ASL: { status: 409, code: 4099 },
  DOSSIER_ALREADY_APPROVED: { status: 409, code: 5013 },
  PATIENT_NOT_DUE: { status: 409, code: 5015 },
  MONTH_NOT_OVER: { status: 409, code: 5020 },
  MONTH_ALREADY_CLOSED: { status: 409, code: 5021 },
  MONTH_FIGURES_CHANGED: { status: 409, code: 5022 },
  DATA_MISSING: { status: 409, code: 5023 },
  COMMAND_UNDERWAY: { status: 409, code: 4100 },
  KEY_ALREADY_USED: { status: 422, code: 4220 },
  REQUEST_TOO_LARGE: { status: 413, code: 4130 },
  ADDRESS_TOO_LONG: { status: 414, code: 4140 },
  TOO_MANY_REQUESTS: { status: 429, code: 4290 },
  DOCUMENT_UNDERWAY: { status: 429, code: 4291 },
  DOCUMENTS_BUSY: { status: 429, code: 4292 },
  TOO_MANY_PATIENTS: { status: 429, code: 4293 },
  HEADERS_TOO_LARGE: { status: 431, code: 4310 },
  INTERNAL_ERROR: { status: 500, code: 5000 },
  SERVICE_UNAVAILABLE: { status: 503, code: 5030 },
} as const satisfies Record<string, { status: number; code: number }>;

export type ErrorDescription = keyof typeof ERRORS;

const missingField = { field: z.string(), of: z.string() };

/**
 * `error` as our server sends it. `field`: the field of an INVALID_REQUEST or DUPLICATE. `lockedUntil`: the end of a
 * TRANSACTION_LOCKED (ISO 8601 with offset). `attemptsLeft`: the attempts that remain after a TRANSACTION_WRONG_OTP.
 * `retryAfter`: the seconds until a new attempt after TOO_MANY_REQUESTS, equal to the header of that name. `sheet`: the
 * number of a refused paper voucher. `productCode`: the code of a refused line, as it was sent. `purchasesIds`: the
 * purchases of a PURCHASE_ALREADY_ORDERED or PURCHASE_NOT_FOUND; only the first ones when there are many. `missing`: the
 * fields that an operator must fill in after a DATA_MISSING, each with the name of the row that lacks it.
 */
export const sentError = z.strictObject({
  code: z.int(),
  description: z.string(),
  field: z.optional(z.string()),
  lockedUntil: z.optional(z.iso.datetime({ offset: true })),
  attemptsLeft: z.optional(z.int()),
  retryAfter: z.optional(z.int()),
  purchasesIds: z.optional(z.array(z.int())),
  sheet: z.optional(z.string()),
  missing: z.optional(z.array(z.strictObject(missingField))),
  productCode: z.optional(z.string()),
});
export type SentError = z.infer<typeof sentError>;

/** `error` as the portal reads it from any server: all fields may be missing, and the code may be text (rules §2). */
export const readError = z.object({
  code: z.nullish(z.union([z.number(), z.string()])),
  description: z.nullish(z.string()),
  field: z.nullish(z.string()),
  lockedUntil: z.nullish(z.string()),
  attemptsLeft: z.catch(z.nullish(z.number()), undefined),
  retryAfter: z.nullish(z.number()),
  purchasesIds: z.nullish(z.array(z.union([z.number(), z.string()]))),
  sheet: z.nullish(z.string()),
  missing: z.catch(z.nullish(z.array(z.object(missingField))), undefined),
});
export type ReadError = z.output<typeof readError>;
