/** Demonstration users, by what they are good for (the page of the demonstration identity provider says the same). */
export const people = {
  /** One store only. */
  pharmacist: 'luca.carraspina',
  /** Many stores. */
  supermarket: 'marta.serrapiga',
  /** Three businesses. */
  ofThreeBusinesses: 'anna.bentueddu',
  ofHealthAuthority: 'claudia.murteddu',
  notRegistered: 'nicola.forastieri',
  /** Further shops, one for each test that must not meet another's sales. */
  delicatessen: 'davide.monteruju',
  herbalist: 'silvia.canneddu',
  glutenFreeShop: 'irene.funtanedda',
  grocer: 'teresa.abbalughe',
  otherPharmacist: 'bruno.pedralonga',
} as const;
