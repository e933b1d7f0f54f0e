import type { Selectable } from 'kysely';
import type { ManufacturerTable } from '#server/database/schema.ts';
import { NEW } from './new-row.ts';

const KINDS = [
  'Molino',
  'Forno',
  'Pastificio',
  'Dolciaria',
  'Biscottificio',
  'Laboratorio',
  'Alimenti',
  'Officina',
] as const;

const NAMES = [
  ['Serrachiara', 'Pietralieve', 'Vallemora', 'Acquadolce', 'Montespino', 'Ruscellino', 'Granolibero', 'Biancaspiga'],
  ['Trecolline', 'Lunabassa', "Sant'Elmino", 'Fiordimais', 'Cortevecchia', 'Brezzalta', 'Casanuvola', 'Rivadoro'],
  ['Maestralino', 'Colledoro', 'Trafila Gentile', 'Risobello', 'Pratolungo', 'Sologrigio', 'Nidobianco', 'Torresana'],
  ['Zuccherella', 'Mandorlaia', 'Dolcevento', 'Mielarosa', 'Fogliaverde', 'Nocciolina', 'Perlaverde', 'Stellamara'],
  ['Bricioletta', 'Quattrotorri', 'Saraceno', 'Campolieto', 'Frollagentile', 'Ventaglio', 'Girotondo', 'Merendola'],
  ['Leggermente', 'Proteinzero', 'Natural Via', 'Amidoro', 'Lieve Dieta', 'Apropan', 'Nutrileve', 'Salusfarina'],
  ['Isolabuona', 'Terramossa', 'Giardinello', 'Ortolieto', 'Semplicebio', 'Alberonero', 'Cuordiriso', 'Mezzaluna'],
  [
    'del Pane Chiaro',
    'dei Cereali Antichi',
    'della Pasta Lenta',
    'del Teff',
    'del Sorgo',
    'del Miglio',
    'del Riso',
    'dei Semi',
  ],
] as const;

/** 64 invented manufacturers. */
export function manufacturerRows(): Selectable<ManufacturerTable>[] {
  const names = KINDS.flatMap((kind, index) => (NAMES[index] ?? []).map((name) => `${kind} ${name}`));
  return names.map((name, index) => ({ manufacturer_id: index + 1, name, ...NEW }));
}
