/** The paths of the public screens, sign-on included (§2, rules §1). */
export const publicPaths = {
  home: '/',
  signOnReturn: '/redirect-url',
  storeLocator: '/punti-vendita',
  receipt: '/verifica-ricevuta',
  userNotFound: '/user-not-found',
  support: '/support',
  guide: '/guida',
  guideOfAuthorities: '/guida-asl',
  guideOfOperators: '/guida-gestori',
  voucherInformation: '/informazioni-buoni',
  privacy: '/privacy',
  legalNotes: '/note-legali',
  accessibilityStatement: '/accessibilita',
} as const;

/** The paths of the screens with pages of their own (§2). */
export const paths = {
  ...publicPaths,
  patientSearch: '/ricerca-assistiti',
  purchaseHistory: '/storico-acquisti',
  billingSummary: '/prospetto-fatturazione',
  amcOrders: '/ordini-amc',
  amcOrderSummary: '/riepilogo-ordini-amc',
  endOfDay: '/chiusura-giornata',
} as const;

/**
 * The history of the open sale's patient. Its query has no name: after a reload it must not show all purchases by
 * mistake.
 */
export const patientHistoryPath = `${paths.purchaseHistory}?scope=patient`;

/** The steps of a sale, below the patient search, where every sale starts (§2). */
export const salePaths = {
  sale: '/ricerca-assistiti/vendita',
  beneficiary: '/ricerca-assistiti/vendita/anagrafica',
  products: '/ricerca-assistiti/vendita/prodotti',
  summary: '/ricerca-assistiti/vendita/riepilogo',
  completed: '/ricerca-assistiti/vendita/completato',
} as const;

/** The operators' screens. Those rendered from declarations are below `root`. Operators start at `patients`. */
export const adminPaths = {
  root: '/gestione',
  patients: '/gestione/assistiti',
  patient: '/gestione/assistiti/scheda',
  accessLog: '/gestione/accessi',
  closings: '/gestione/chiusure',
  imports: '/gestione/importazioni',
  spending: '/gestione/spesa',
} as const;

export type Path = (typeof paths)[keyof typeof paths];
