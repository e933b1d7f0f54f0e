/** Demonstration users, by what they are good for (the page of the demonstration identity provider says the same). */
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
  /** Two stores; sells in the scenarios of tests/faults alone. */
  herbalist: 'silvia.canneddu',
  /** Asks for a code when a purchase is cancelled. */
  withCancelCode: 'stefano.mariposu',
  /** As well. */
  otherWithCancelCode: 'giulia.corallinu',
} as const;
