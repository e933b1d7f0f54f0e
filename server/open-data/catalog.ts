import * as files from '#contract/calls/open-data.ts';
import { romeDay } from '#contract/rules/dates.ts';
import type { Settings } from '#server/settings/settings.ts';

const EUROPE = 'http://publications.europa.eu/resource/authority';
const ITALIAN = { '@id': `${EUROPE}/language/ITA` };

const CONTEXT = {
  dcat: 'http://www.w3.org/ns/dcat#',
  dcatapit: 'http://dati.gov.it/onto/dcatapit#',
  dct: 'http://purl.org/dc/terms/',
  foaf: 'http://xmlns.com/foaf/0.1/',
  vcard: 'http://www.w3.org/2006/vcard/ns#',
  xsd: 'http://www.w3.org/2001/XMLSchema#',
} as const;

interface Dataset {
  readonly id: string;
  readonly of: 'stores' | 'products';
  readonly title: string;
  readonly description: string;
  readonly files: readonly (readonly [file: files.OpenFile, type: 'CSV' | 'GEOJSON' | 'JSON'])[];
}

const DATASETS: readonly Dataset[] = [
  {
    id: 'punti-vendita-buoni-alimentari',
    of: 'stores',
    title: 'Punti vendita dei buoni per alimenti dietetici',
    description:
      'Farmacie e negozi in cui le persone celiache e le persone con dieta aproteica spendono il buono mensile, con indirizzo e posizione.',
    files: [
      [files.storesCsv, 'CSV'],
      [files.storesGeoJson, 'GEOJSON'],
    ],
  },
  {
    id: 'prodotti-buoni-alimentari',
    of: 'products',
    title: 'Prodotti erogabili con i buoni per alimenti dietetici',
    description:
      'Alimenti che si acquistano con il buono mensile: codice GTIN, codice delle farmacie, nome, categorie, prezzo di riferimento e prezzo massimo.',
    files: [
      [files.productsCsv, 'CSV'],
      [files.productsJsonLines, 'JSON'],
    ],
  },
];

const it = (value: string) => ({ '@value': value, '@language': 'it' });

const day = (instant: Date) => ({ '@value': romeDay(instant), '@type': 'xsd:date' });

/**
 * The files of open data as DCAT-AP_IT describes them.
 * @param changed when they changed last
 */
export function describeFiles(
  { openData, signOn, portal }: Settings,
  changed: Readonly<Record<Dataset['of'], Date>>,
): object {
  const { publicUrl } = signOn;
  const publisher = {
    '@id': `${publicUrl}${files.catalog.path}#publisher`,
    '@type': ['dcatapit:Agent', 'foaf:Agent'],
    'foaf:name': it(openData.publisher),
    'dct:identifier': openData.publisherCode,
  };
  const contact = {
    '@id': `${publicUrl}${files.catalog.path}#contact`,
    '@type': ['dcatapit:Organization', 'vcard:Organization'],
    'vcard:fn': it(openData.publisher),
    'vcard:hasEmail': { '@id': `mailto:${portal.supportEmail}` },
  };
  const licenceType = openData.licence.includes('/licenses/by/') ? 'Attribution' : 'UnknownIPR';
  const license = {
    '@id': openData.licence,
    '@type': ['dcatapit:LicenseDocument', 'dct:LicenseDocument'],
    'dct:type': { '@id': `http://purl.org/adms/licencetype/${licenceType}` },
    'foaf:name': it(openData.licence),
  };
  const distribution = ([file, type]: Dataset['files'][number]) => ({
    '@id': `${publicUrl}${file.path}#distribution`,
    '@type': ['dcatapit:Distribution', 'dcat:Distribution'],
    'dct:title': it(type),
    'dct:format': { '@id': `${EUROPE}/file-type/${type}` },
    'dct:license': license,
    'dcat:accessURL': { '@id': `${publicUrl}${file.path}` },
    'dcat:downloadURL': { '@id': `${publicUrl}${file.path}` },
  });
  return {
    '@context': CONTEXT,
    '@id': `${publicUrl}${files.catalog.path}`,
    '@type': ['dcatapit:Catalog', 'dcat:Catalog'],
    'dct:title': it('Buoni per alimenti dietetici: dati aperti'),
    'dct:description': it('I dati aperti del portale dei buoni per alimenti dietetici.'),
    'dct:publisher': publisher,
    'dct:modified': day(new Date(Math.max(...Object.values(changed).map(Number)))),
    'dct:language': ITALIAN,
    'foaf:homepage': { '@id': signOn.portalUrl },
    'dcat:themeTaxonomy': { '@id': `${EUROPE}/data-theme` },
    'dcat:dataset': DATASETS.map(({ id, of, title, description, files: made }) => ({
      '@id': `${publicUrl}${files.catalog.path}#${id}`,
      '@type': ['dcatapit:Dataset', 'dcat:Dataset'],
      'dct:identifier': `${openData.publisherCode}:${id}`,
      'dct:title': it(title),
      'dct:description': it(description),
      'dct:modified': day(changed[of]),
      'dct:language': ITALIAN,
      'dct:publisher': publisher,
      'dct:rightsHolder': publisher,
      'dct:accrualPeriodicity': { '@id': `${EUROPE}/frequency/UPDATE_CONT` },
      'dcat:theme': { '@id': `${EUROPE}/data-theme/HEAL` },
      'dcat:contactPoint': contact,
      'dcat:distribution': made.map(distribution),
    })),
  };
}
