/** The paths of every screen (§2, decisions §1). */
export const paths = {
  home: '/',
  signOnReturn: '/redirect-url',
  patientSearch: '/ricerca-assistiti',
  purchaseHistory: '/storico-acquisti',
  billingSummary: '/prospetto-fatturazione',
  amcOrders: '/ordini-amc',
  amcOrderSummary: '/riepilogo-ordini-amc',
  storeLocator: '/punti-vendita',
  userNotFound: '/user-not-found',
  support: '/support',
  voucherInformation: '/informazioni-buoni',
  privacy: '/privacy',
  legalNotes: '/note-legali',
  accessibilityStatement: '/accessibilita',
} as const;

export type Path = (typeof paths)[keyof typeof paths];
