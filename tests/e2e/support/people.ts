/**
 * Users of the demonstration data by their use in tests. The page of the demonstration identity provider describes them
 * too.
 */
export const people = {
  /** One store only. */
  pharmacist: 'luca.carraspina',
  /** Many stores. */
  supermarket: 'marta.serrapiga',
  /** Three businesses. */
  ofThreeBusinesses: 'anna.bentueddu',
  ofHealthAuthority: 'claudia.murteddu',
  /** An operator of the region. */
  ofRegion: 'elena.sartiglia',
  notRegistered: 'nicola.forastieri',
  /** Further shops. */
  delicatessen: 'davide.monteruju',
  glutenFreeShop: 'irene.funtanedda',
  grocer: 'teresa.abbalughe',
  otherPharmacist: 'bruno.pedralonga',
  /** Two stores. Sells only in the scenarios of tests/faults. */
  herbalist: 'silvia.canneddu',
  /** The shop has a cancellation code. */
  withCancelCode: 'stefano.mariposu',
  /** The shop has a cancellation code. */
  otherWithCancelCode: 'giulia.corallinu',
} as const;
