import type { Selectable } from 'kysely';
import type { BusinessTable, UserBusinessTable } from '#server/database/schema.ts';
import { municipality } from './municipalities.ts';
import { NEW } from './new-row.ts';
import { userIdOf } from './users.ts';
import { vatOf } from './vat.ts';

/** An invented company before it becomes a row. */
interface DemoBusiness {
  readonly companyName: string;
  /** The first part of its example domain. */
  readonly domain: string;
  readonly street: string;
  readonly city: string;
  readonly hours: keyof typeof WORKING_HOURS;
  /** Who works there, as listed among the identities. */
  readonly operator: string;
  /** What a cancellation asks the shop for; none where the operator of the server set none (rules §6). */
  readonly cancelCode?: string;
}

const WORKING_HOURS = {
  pharmacy: 'lun–ven 8:30–13:00 e 16:30–20:00; sab 8:30–13:00',
  shop: 'lun–sab 9:00–13:00 e 16:00–20:00',
  supermarket: 'lun–sab 8:00–20:30; dom 8:30–13:30',
} as const;

/** The companies in the order of their ids, which start at 1. */
export const demoBusinesses: readonly DemoBusiness[] = [
  {
    companyName: 'Farmacia del Corallo Bianco S.r.l.',
    domain: 'corallobianco',
    street: 'Via delle Ginestre 12',
    city: 'Alghero',
    hours: 'pharmacy',
    operator: 'anna.bentueddu',
    cancelCode: '70101',
  },
  {
    companyName: 'Parafarmacia Vento di Ponente S.r.l.',
    domain: 'ventodiponente',
    street: 'Via del Corbezzolo 4',
    city: 'Sassari',
    hours: 'pharmacy',
    operator: 'anna.bentueddu',
  },
  {
    companyName: 'La Bottega Senza Grano S.r.l.',
    domain: 'bottegasenzagrano',
    street: 'Via dei Lecci 31',
    city: 'Sassari',
    hours: 'shop',
    operator: 'anna.bentueddu',
    cancelCode: '70303',
  },
  {
    companyName: 'Farmacia Torre Candida S.n.c.',
    domain: 'torrecandida',
    street: "Via dell'Elicriso 7",
    city: 'Cagliari',
    hours: 'pharmacy',
    operator: 'luca.carraspina',
  },
  {
    companyName: 'Supermercati Giara Verde S.p.A.',
    domain: 'giaraverde',
    street: 'Viale delle Tamerici 150',
    city: 'Selargius',
    hours: 'supermarket',
    operator: 'marta.serrapiga',
  },
  {
    companyName: 'Farmacia Ginepro Azzurro S.a.s.',
    domain: 'gineproazzurro',
    street: 'Via del Rosmarino 22',
    city: 'Nuoro',
    hours: 'pharmacy',
    operator: 'paolo.nuraxeddu',
    cancelCode: '70606',
  },
  {
    companyName: 'Dispensa Leggera S.r.l.',
    domain: 'dispensaleggera',
    street: 'Via dei Mandorli 9',
    city: 'Macomer',
    hours: 'shop',
    operator: 'paolo.nuraxeddu',
  },
  {
    companyName: 'Farmacia Cala Quieta S.r.l.',
    domain: 'calaquieta',
    street: 'Via della Lavanda 3',
    city: 'Olbia',
    hours: 'pharmacy',
    operator: 'giulia.corallinu',
    cancelCode: '70808',
  },
  {
    companyName: 'Sapori Lievi S.r.l.s.',
    domain: 'saporilievi',
    street: 'Via degli Ulivastri 18',
    city: 'Oristano',
    hours: 'shop',
    operator: 'davide.monteruju',
  },
  {
    companyName: 'Erboristeria Lentisco e Mirto S.n.c.',
    domain: 'lentiscoemirto',
    street: 'Via del Timo 5',
    city: 'Lanusei',
    hours: 'shop',
    operator: 'silvia.canneddu',
  },
  {
    companyName: 'Farmacia Monte Lunare S.n.c.',
    domain: 'montelunare',
    street: 'Via delle Querce 44',
    city: 'Sanluri',
    hours: 'pharmacy',
    operator: 'bruno.pedralonga',
    cancelCode: '71111',
  },
  {
    companyName: 'Spiga Assente S.r.l.',
    domain: 'spigaassente',
    street: 'Via dei Melograni 27',
    city: 'Carbonia',
    hours: 'shop',
    operator: 'irene.funtanedda',
  },
  {
    companyName: 'Farmacia Ponte Rosso S.r.l.',
    domain: 'farmaciaponterosso',
    street: 'Via della Malva 16',
    city: "Quartu Sant'Elena",
    hours: 'pharmacy',
    operator: 'stefano.mariposu',
    cancelCode: '71313',
  },
  {
    companyName: 'Alimentari Sole di Granito S.r.l.',
    domain: 'soledigranito',
    street: 'Via del Sughero 8',
    city: 'Tempio Pausania',
    hours: 'shop',
    operator: 'teresa.abbalughe',
  },
];

/** A telephone number that cannot exist: no Italian subscriber number begins with zeros. */
function phoneOf(city: string, businessId: number): string {
  return `${municipality(city).areaCode} 000${String(businessId).padStart(4, '0')}`;
}

/** The rows of the companies; `hashOf` gives the hash of a cancellation code. */
export function businessRows(hashOf: (secret: string) => string): Selectable<BusinessTable>[] {
  return demoBusinesses.map((business, index) => {
    const vat = vatOf(index + 1);
    return {
      business_id: index + 1,
      company_name: business.companyName,
      vat,
      fiscal_code: vat,
      address: `${business.street}, ${business.city}`,
      phone: phoneOf(business.city, index + 1),
      email: `info@${business.domain}.example`,
      working_hours: WORKING_HOURS[business.hours],
      web: `https://www.${business.domain}.example`,
      cancel_code_hash: business.cancelCode === undefined ? null : hashOf(business.cancelCode),
      ...NEW,
    };
  });
}

/** Who works for which company. */
export function userBusinessRows(): UserBusinessTable[] {
  return demoBusinesses.map((business, index) => ({
    user_id: userIdOf(business.operator),
    business_id: index + 1,
  }));
}
