/** The role of a demonstration identity; `unregistered` can sign on but has no account. */
export type DemoIdentityGroup = 'shop' | 'authority' | 'operator' | 'unregistered';

/** An invented person of the demonstration identity provider. */
export interface DemoIdentity {
  /** The NameID of the sign-on, and the `username` of `app_user`. */
  readonly username: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly group: DemoIdentityGroup;
  /** What one can try with this person, in Italian, for the page of the identity provider. */
  readonly description: string;
}

/** All demonstration identities, in the order of the page. */
export const demoIdentities: readonly DemoIdentity[] = [
  {
    username: 'anna.bentueddu',
    firstName: 'Anna',
    lastName: 'Bentueddu',
    group: 'shop',
    description: 'Lavora per tre aziende: può cambiare azienda dal menu',
  },
  {
    username: 'luca.carraspina',
    firstName: 'Luca',
    lastName: 'Carraspina',
    group: 'shop',
    description: 'Farmacia con un solo punto vendita, scelto automaticamente; storno senza codice',
  },
  {
    username: 'marta.serrapiga',
    firstName: 'Marta',
    lastName: 'Serrapiga',
    group: 'shop',
    description: 'Supermercati con molti punti vendita; storno senza codice',
  },
  {
    username: 'paolo.nuraxeddu',
    firstName: 'Paolo',
    lastName: 'Nuraxeddu',
    group: 'shop',
    description: "Lavora per due aziende: una chiede un codice per lo storno, l'altra no",
  },
  {
    username: 'giulia.corallinu',
    firstName: 'Giulia',
    lastName: 'Corallinu',
    group: 'shop',
    description: 'Farmacia che chiede un codice per lo storno',
  },
  {
    username: 'davide.monteruju',
    firstName: 'Davide',
    lastName: 'Monteruju',
    group: 'shop',
    description: 'Negozio di alimenti dietetici',
  },
  {
    username: 'silvia.canneddu',
    firstName: 'Silvia',
    lastName: 'Canneddu',
    group: 'shop',
    description: 'Erboristeria',
  },
  {
    username: 'bruno.pedralonga',
    firstName: 'Bruno',
    lastName: 'Pedralonga',
    group: 'shop',
    description: 'Farmacia che chiede un codice per lo storno',
  },
  {
    username: 'irene.funtanedda',
    firstName: 'Irene',
    lastName: 'Funtanedda',
    group: 'shop',
    description: 'Negozio specializzato senza glutine',
  },
  {
    username: 'stefano.mariposu',
    firstName: 'Stefano',
    lastName: 'Mariposu',
    group: 'shop',
    description: 'Farmacia che chiede un codice per lo storno',
  },
  {
    username: 'teresa.abbalughe',
    firstName: 'Teresa',
    lastName: 'Abbalughe',
    group: 'shop',
    description: 'Negozio di alimentari',
  },
  {
    username: 'claudia.murteddu',
    firstName: 'Claudia',
    lastName: 'Murteddu',
    group: 'authority',
    description: 'Operatrice della ASL di Cagliari',
  },
  {
    username: 'franco.lentiscu',
    firstName: 'Franco',
    lastName: 'Lentiscu',
    group: 'authority',
    description: 'Operatore della ASL di Sassari',
  },
  {
    username: 'elena.sartiglia',
    firstName: 'Elena',
    lastName: 'Sartiglia',
    group: 'operator',
    description: 'Gestisce i dati di tutta la regione',
  },
  {
    username: 'sergio.tanchis',
    firstName: 'Sergio',
    lastName: 'Tanchis',
    group: 'operator',
    description: 'Ufficio della ASL di Cagliari: assistiti, pratiche e buoni',
  },
  {
    username: 'nicola.forastieri',
    firstName: 'Nicola',
    lastName: 'Forastieri',
    group: 'unregistered',
    description: 'Accede correttamente ma non è registrato al portale',
  },
];
