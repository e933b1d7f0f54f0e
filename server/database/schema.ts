import type { ColumnType, Generated, GeneratedAlways, JSONColumnType } from 'kysely';
import type { FileReason, ImportKind, ImportState, LineReason } from '#contract/admin/imports.ts';
import type { EsbStatus } from '#contract/calls/amc-orders.ts';
import type { CategoryType, Profile } from '#contract/entities/shared.ts';
import type { VatRate } from '#contract/rules/vat.ts';
import type {
  Gender,
  OtpMode,
  PatientStatus,
  StoredDossierStatus,
  StoredVoucherStatus,
} from '#contract/entities/patient.ts';
import type { PurchaseStatus } from '#contract/calls/purchases.ts';

/**
 * The tables that the migrations create. Numeric columns are text (exact decimals), dates are `YYYY-MM-DD`, big
 * integers are text.
 */

/** A column `folded_…` is the text beside it as it is searched and sorted (`fold_text`). */

/** A table whose rows operators may change. */
interface AdministeredTable {
  version: Generated<number>;
}

/** A table whose rows operators may also disable, because old records refer to them. */
interface DisabledTable extends AdministeredTable {
  disabled_at: Generated<Date | null>;
}

export interface AslTable extends AdministeredTable {
  asl_id: Generated<number>;
  code: string;
  folded_code: GeneratedAlways<string>;
  name: string;
  folded_name: GeneratedAlways<string>;
  ipa_code: string | null;
  tender_code: string | null;
  tax_code: string | null;
  seat_address: string | null;
  postal_code: string | null;
  town: string | null;
  province: string | null;
}

export interface BusinessTable extends DisabledTable {
  business_id: Generated<number>;
  company_name: string;
  folded_company_name: GeneratedAlways<string>;
  vat: string;
  fiscal_code: string;
  address: string;
  phone: string | null;
  email: string | null;
  working_hours: string | null;
  web: string | null;
  cancel_code_hash: string | null;
  postal_code: string | null;
  town: string | null;
  province: string | null;
  tax_regime: string | null;
}

export interface StoreTable extends DisabledTable {
  store_id: Generated<number>;
  business_id: number;
  code: string;
  folded_code: GeneratedAlways<string>;
  district_code: string;
  name: string;
  folded_name: GeneratedAlways<string>;
  address: string;
  folded_address: GeneratedAlways<string>;
  street_number: string;
  city: string;
  folded_city: GeneratedAlways<string>;
  latitude: number;
  longitude: number;
  /** When the open data of the store changed last. */
  changed_at: Generated<Date>;
}

export interface AppUserTable extends DisabledTable {
  user_id: Generated<number>;
  username: string;
  folded_username: GeneratedAlways<string>;
  profile: Profile;
  first_name: string;
  last_name: string;
  folded_last_name: GeneratedAlways<string>;
  asl_id: number | null;
}

export interface UserBusinessTable {
  user_id: number;
  business_id: number;
}

/** The session at the identity provider, which the single logout ends. */
export interface ProviderSession {
  readonly nameID: string;
  readonly nameIDFormat: string;
  readonly nameQualifier?: string | undefined;
  readonly spNameQualifier?: string | undefined;
  readonly sessionIndex?: string | undefined;
}

export interface SignOnTable {
  relay_state: string;
  saml_request_id: string;
  session_id_hash: string | null;
  username: string | null;
  provider_session: JSONColumnType<ProviderSession> | null;
  created_at: Date;
  expires_at: Date;
}

export interface SessionTable {
  session_id: string;
  user_id: number;
  created_at: Date;
  ended_at: Date | null;
  used_at: Generated<Date>;
  provider_session: JSONColumnType<ProviderSession> | null;
}

/** A key pair in PEM, created at first use. */
export interface KeyPairTable {
  name: string;
  private_key: string;
  certificate: string;
}

export interface RefreshTokenTable {
  token_hash: string;
  session_id: string;
  business_id: number | null;
  issued_at: Date;
  expires_at: Date;
  replaced_at: Date | null;
}

export interface CategoryTable extends DisabledTable {
  category_id: Generated<number>;
  name: string;
  folded_name: GeneratedAlways<string>;
  type: CategoryType;
}

export interface DossierKindTable extends DisabledTable {
  kind_id: Generated<number>;
  code: string;
  name_it: string;
  folded_name_it: GeneratedAlways<string>;
  name_en: string;
  amount_by: 'CEILINGS' | 'OWN';
  from_months: number | null;
  male0: string | null;
  female0: string | null;
  male6: string | null;
  female6: string | null;
  male10: string | null;
  female10: string | null;
  male14: string | null;
  female14: string | null;
  male18: string | null;
  female18: string | null;
  male60: string | null;
  female60: string | null;
}

export interface ManufacturerTable extends DisabledTable {
  manufacturer_id: Generated<number>;
  name: string;
  folded_name: GeneratedAlways<string>;
}

export interface ReceiptKeyTable {
  only_row: Generated<boolean>;
  key: Generated<string>;
}

export interface ProductEpochTable {
  only_row: Generated<boolean>;
  /** Another one after each restore. */
  epoch: Generated<string>;
}

export interface ProductTable extends DisabledTable {
  product_id: Generated<number>;
  name: string;
  folded_name: GeneratedAlways<string>;
  ean1: string;
  /** `ean1` as it is compared: zeros to the left, up to 14 digits. */
  gtin: GeneratedAlways<string>;
  pharmacy_code: string | null;
  vat_rate: VatRate | null;
  ref_price: string;
  manufacturer_id: number;
  category_type: CategoryType;
  /** The transaction that changed last what tills are told. */
  changed_in: Generated<string>;
  changed_at: Generated<Date>;
}

export interface ProductCategoryTable {
  product_id: number;
  category_id: number;
  position: number;
}

export interface PatientTable extends AdministeredTable {
  patient_id: Generated<number>;
  fiscal_code: string;
  first_name: string;
  folded_first_name: GeneratedAlways<string>;
  last_name: string;
  folded_last_name: GeneratedAlways<string>;
  gender: Gender;
  birth_date: string;
  otp_mode: OtpMode;
  status: PatientStatus;
  pin_hash: string | null;
  pin_issued_at: Generated<Date | null>;
}

export interface DossierTable extends AdministeredTable {
  dossier_id: Generated<number>;
  patient_id: number;
  asl_id: number;
  type: CategoryType;
  status: StoredDossierStatus;
  monthly_amount: string | null;
  switch_month: Generated<string | null>;
}

export interface FormerAmountTable {
  dossier_id: number;
  before_month: string;
  monthly_amount: string;
}

export interface PaperSheetTable {
  number: string;
  voucher_id: number;
  amount: string;
  swapped_at: Date;
}

export interface VoucherTable {
  voucher_id: Generated<number>;
  dossier_id: number;
  code: string;
  month: string;
  status: StoredVoucherStatus;
  enabled_at: Date;
  disabled_at: Date;
  initial_amount: string;
  residual: string;
}

export interface CartTable {
  cart_id: Generated<number>;
  patient_id: number;
  dossier_id: number;
  voucher_id: number;
  store_id: number;
  business_id: number;
  user_id: number;
  created_at: Date;
  version: Generated<number>;
  recreated_from: number | null;
}

export interface CartItemTable {
  cart_id: number;
  product_id: number;
  quantity: number;
  unit_price: string;
  total: string;
  position: number;
}

export interface PurchaseTable {
  purchase_id: Generated<number>;
  cart_id: number;
  patient_id: number;
  dossier_id: number;
  voucher_id: number;
  asl_id: number;
  store_id: number;
  business_id: number;
  user_id: number;
  created_at: Date;
  items_amount: string;
  residual_after: string;
  status: PurchaseStatus;
  cancelled_at: Date | null;
  /** The names of the parties at the time of the sale. */
  parties_id: number;
}

export interface LedgerEntryTable {
  entry_id: Generated<number>;
  purchase_id: number;
  kind: 'SALE' | 'CANCELLATION';
  amount: string;
  /** When it happened. */
  at: Date;
  /** When it counts. */
  counts_at: Date;
  /** When the sale counts: this one, or the one that is cancelled. */
  sold_at: Date;
  voucher_id: number;
  patient_id: number;
  asl_id: number;
  business_id: number;
  store_id: number;
  dossier_type: CategoryType;
  parties_id: number;
  user_id: number | null;
}

/** The sums of the entries of a month. */
export interface LedgerMonthTable {
  month: string;
  sold_month: string;
  kind: LedgerEntryTable['kind'];
  asl_id: number;
  business_id: number;
  store_id: number;
  dossier_type: CategoryType;
  entries: number;
  amount: string;
}

export interface PartiesTable {
  parties_id: Generated<number>;
  store_id: number;
  asl_id: number;
  company_name: string;
  vat: string;
  fiscal_code: string;
  address: string;
  store_code: string;
  store_name: string;
  district_code: string;
  street: string;
  street_number: string;
  city: string;
  asl_code: string;
  asl_name: string;
}

export interface PurchaseItemTable {
  purchase_id: number;
  position: number;
  product_id: number;
  product_name: string;
  ean1: string;
  manufacturer: string;
  sold_vat_rate: VatRate | null;
  quantity: number;
  unit_price: string;
  total: string;
}

export interface TxCommandTable {
  tx_command_id: Generated<string>;
  kind: 'CREATE_CART' | 'PURCHASE' | 'CANCEL';
  user_id: number;
  business_id: number;
  patient_id: number;
  voucher_id: number;
  store_id: number;
  cart_id: number | null;
  cart_version: number | null;
  purchase_id: number | null;
  otp_required: boolean;
  created_at: Date;
  expires_at: Date;
  executed_at: Date | null;
}

export interface PinAttemptsTable {
  patient_id: number;
  business_id: number;
  failures: Generated<number>;
  locks: Generated<number>;
  locked_until: Date | null;
}

export interface CancelCodeAttemptsTable {
  business_id: number;
  failures: Generated<number>;
  locks: Generated<number>;
  locked_until: Date | null;
}

export interface PinPaceTable {
  user_id: number;
  forgotten_at: Date;
}

export interface AuditTable {
  audit_id: Generated<string>;
  at: Date;
  action: string;
  user_id: number | null;
  business_id: number | null;
  patient_id: number | null;
  voucher_id: number | null;
  cart_id: number | null;
  purchase_id: number | null;
  details: JSONColumnType<Record<string, unknown>>;
  /** Null when no call caused it. The same applies to `trace`. */
  address: string | null;
  trace: string | null;
  caller_trace: string | null;
}

export interface ConsultationTable {
  consultation_id: Generated<string>;
  at: Date;
  user_id: number;
  business_id: number | null;
  patient_id: number;
  call: string;
  store_id: number | null;
  address: string | null;
  trace: string | null;
  caller_trace: string | null;
}

export interface AmcOrderTable {
  amc_order_id: Generated<number>;
  business_id: number;
  store_id: number;
  asl_id: number;
  user_id: number;
  ordered_at: Date;
  created_at: Date;
  amount: string;
  esb_status: EsbStatus;
  esb_reason: string | null;
  esb_number: string | null;
  rejected_at: Generated<Date | null>;
  parties_id: number;
}

export interface AmcOrderPurchaseTable {
  amc_order_id: number;
  purchase_id: number;
  released_at: Date | null;
}

/** The counts and sums of a month. Cancellations are negative. */
interface MonthFiguresColumns {
  purchases_count: number;
  purchases_amount: string;
  cancellations_count: number;
  cancellations_amount: string;
  corrections_count: number;
  corrections_amount: string;
  orders_count: number;
  orders_amount: string;
  rejections_count: number;
  rejections_amount: string;
  control_total: string;
}

export interface MonthClosingTable extends MonthFiguresColumns {
  closing_id: Generated<number>;
  asl_id: number;
  /** Null when the month is closed for all businesses. */
  business_id: number | null;
  month: string;
  closed_at: Date;
  user_id: number;
}

export interface OutboxTable {
  outbox_id: Generated<string>;
  idempotency_key: string;
  amc_order_id: number;
  /** Null when no call made the order. */
  trace: string | null;
  payload: JSONColumnType<Record<string, unknown>>;
  attempts: Generated<number>;
  next_attempt_at: Date;
  settled_at: Date | null;
  last_error: string | null;
}

export interface ReconciliationTable {
  reconciliation_id: Generated<number>;
  is_whole: boolean;
  started_at: Date;
  ended_at: Date | null;
  checked: Generated<string>;
  mismatches: number | null;
}

export interface LedgerDifferenceTable {
  table_name: string;
  id: string;
  found_at: Date;
}

interface LineProblem {
  field?: string;
  reason: LineReason;
  firstLine?: number;
  words?: string[];
}

export interface ImportRunTable {
  import_id: Generated<number>;
  kind: ImportKind;
  file_name: string;
  state: ImportState;
  user_id: number | null;
  created_at: Date;
  touched_at: Date;
  ended_at: Date | null;
  columns: Generated<string[]>;
  ignored_columns: Generated<string[]>;
  free_columns: Generated<string[]>;
  report_columns: Generated<string[]>;
  lines: Generated<number>;
  processed: Generated<number>;
  created: Generated<number>;
  changed: Generated<number>;
  unchanged: Generated<number>;
  refused: Generated<number>;
  warned: Generated<number>;
  head_line: number | null;
  read_as: ColumnType<
    { encoding?: string; sheet?: string; otherSheets?: string[]; hiddenRows?: number; withHidden?: boolean },
    string | undefined,
    string
  >;
  failure: JSONColumnType<{ reason: FileReason; line?: number; columns?: string[]; format?: string }> | null;
}

export interface ImportLineTable {
  import_id: number;
  line: number;
  cells: string[];
  row: JSONColumnType<Record<string, unknown>> | null;
  problems: JSONColumnType<LineProblem[]> | null;
  warnings: JSONColumnType<LineProblem[]> | null;
  repeats: Generated<boolean>;
  same_person: JSONColumnType<LineProblem> | null;
  outcome: 'CREATED' | 'CHANGED' | 'UNCHANGED' | 'REFUSED' | null;
  refusal: JSONColumnType<LineProblem> | null;
  target_id: number | null;
  part_id: number | null;
  was: JSONColumnType<Record<string, unknown>> | null;
  becomes: JSONColumnType<Record<string, unknown>> | null;
  row_key: string | null;
  line_key: string | null;
  person_key: string | null;
}

export interface AmcOrderMonthTable {
  amc_order_id: number;
  month: string;
  business_id: number;
  purchases: number;
}

export interface UnusualPriceTable {
  purchase_id: number;
  position: number;
  month: string;
  asl_id: number;
  business_id: number;
  product_id: number;
  unit_price: string;
  ref_price: string;
}

export interface MonthlyWrongPinsTable {
  month: string;
  /** Null for the patients of all authorities together. */
  asl_id: number | null;
  business_id: number;
  user_id: number;
  count: number;
}

export interface LookupTable {
  user_id: number;
  patient_id: number;
  at: Date;
}

export interface JobStepTable {
  job: string;
  part: string;
  done_to: Generated<string>;
  stepped_at: Date;
  done_at: Date | null;
}

export interface RenewalRequestTable {
  request_id: Generated<string>;
  dossier_id: number | null;
}

export interface TillTable extends DisabledTable {
  till_id: Generated<number>;
  /** Set by a trigger. */
  user_id: number;
  store_id: number;
  name: string;
  folded_name: GeneratedAlways<string>;
  secret_hash: string | null;
  public_key: string | null;
  used_at: Date | null;
}

export interface UsedAssertionTable {
  till_id: number;
  jti_hash: string;
  expires_at: Date;
}

export interface KeptAnswerTable {
  till_id: number;
  key_hash: string;
  content_hash: string;
  run_id: string;
  began_at: Date;
  status: number | null;
  answer: string | null;
  patient_id: number | null;
  secret_id: string | null;
}

export interface Schema {
  asl: AslTable;
  business: BusinessTable;
  store: StoreTable;
  app_user: AppUserTable;
  user_business: UserBusinessTable;
  sign_on: SignOnTable;
  session: SessionTable;
  key_pair: KeyPairTable;
  refresh_token: RefreshTokenTable;
  category: CategoryTable;
  dossier_kind: DossierKindTable;
  manufacturer: ManufacturerTable;
  receipt_key: ReceiptKeyTable;
  product_epoch: ProductEpochTable;
  product: ProductTable;
  product_category: ProductCategoryTable;
  patient: PatientTable;
  dossier: DossierTable;
  former_amount: FormerAmountTable;
  voucher: VoucherTable;
  paper_sheet: PaperSheetTable;
  cart: CartTable;
  cart_item: CartItemTable;
  purchase: PurchaseTable;
  purchase_item: PurchaseItemTable;
  ledger_entry: LedgerEntryTable;
  ledger_month: LedgerMonthTable;
  tx_command: TxCommandTable;
  pin_attempts: PinAttemptsTable;
  cancel_code_attempts: CancelCodeAttemptsTable;
  pin_pace: PinPaceTable;
  audit: AuditTable;
  consultation: ConsultationTable;
  monthly_wrong_pins: MonthlyWrongPinsTable;
  parties: PartiesTable;
  amc_order: AmcOrderTable;
  amc_order_purchase: AmcOrderPurchaseTable;
  amc_order_month: AmcOrderMonthTable;
  month_closing: MonthClosingTable;
  outbox: OutboxTable;
  reconciliation: ReconciliationTable;
  ledger_difference: LedgerDifferenceTable;
  import_run: ImportRunTable;
  import_line: ImportLineTable;
  lookup: LookupTable;
  job_step: JobStepTable;
  renewal_request: RenewalRequestTable;
  unusual_price: UnusualPriceTable;
  till: TillTable;
  used_assertion: UsedAssertionTable;
  kept_answer: KeptAnswerTable;
}
