interface NamedPatient {
  readonly firstName?: string | undefined;
  readonly lastName?: string | undefined;
}

/** First and last name; empty if the server sends neither. */
export function patientName({ firstName, lastName }: NamedPatient = {}): string {
  return [firstName, lastName].filter(Boolean).join(' ');
}

/** The name, or the fiscal code if the server sends no name. */
export function nameOrFiscalCode(
  patient: NamedPatient & { readonly fiscalCode?: string | undefined } = {},
): string | undefined {
  return patientName(patient) || patient.fiscalCode;
}
