export interface Business {
  readonly businessId: number;
  readonly companyName: string;
  readonly vat: string;
  readonly fiscalCode: string;
  readonly address: string;
  readonly phone: string | null;
  readonly email: string | null;
  readonly workingHours: string | null;
  readonly web: string | null;
}

/** The columns of a query for businesses. */
export const BUSINESS_COLUMNS = [
  'business.business_id as businessId',
  'business.company_name as companyName',
  'business.vat',
  'business.fiscal_code as fiscalCode',
  'business.address',
  'business.phone',
  'business.email',
  'business.working_hours as workingHours',
  'business.web',
] as const;
