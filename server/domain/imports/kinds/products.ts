import { sql } from 'kysely';
import { dietWord, eanCode, long, pharmacyCode, price, several, short } from '../cells.ts';
import type { ImportDefinition } from '../import-kind.ts';
import { linesToDo, plain } from '../sql-parts.ts';

const names = sql`(select jsonb_agg(category.name order by position) from product_category
  join category using (category_id) where product_category.product_id = t.product_id)`;

const wanted = sql`jsonb_array_elements_text(l.becomes->'categories') with ordinality as given (name, position)`;

export const products: ImportDefinition = {
  columns: [
    {
      name: 'name',
      also: [
        'Nome prodotto',
        'Prodotto',
        'Denominazione',
        'Descrizione',
        'Descrizione prodotto',
        'Articolo',
        'Descrizione articolo',
        'Product',
        'Denominazione prodotto',
        'Nome commerciale',
        'Denominazione commerciale',
        'Nome articolo',
        'Denominazione articolo',
        'Descrizione commerciale',
        'Product name',
        'Description',
        'Item',
      ],
      read: long,
      required: true,
      example: 'Pane casereccio senza glutine 300 g',
    },
    {
      name: 'ean1',
      also: [
        'Codice EAN',
        'EAN 13',
        'Codice a barre',
        'Barcode',
        'GTIN',
        'Codice',
        'EAN 8',
        'EAN 14',
        'GTIN 13',
        'GTIN 14',
        'Codice GTIN',
        'Codice EAN 13',
        'Codice EAN/GTIN',
        'EAN/GTIN',
        'Codice barre',
        'Bar code',
        'Codice barcode',
        'UPC',
      ],
      read: eanCode,
      required: true,
      example: '8000000001016',
    },
    {
      name: 'pharmacyCode',
      also: [
        'Codice farmacia',
        'Minsan',
        'Codice minsan',
        'AIC',
        'Codice AIC',
        'Paraf',
        'Minsan/AIC',
        'AIC/Minsan',
        'Codice minsan/AIC',
        'Codice AIC/minsan',
        'Codice paraf',
        'Codice parafarmaco',
        'Codice ministeriale',
        'Pharmacy code',
      ],
      read: pharmacyCode,
      required: false,
      example: 'A999000045',
    },
    {
      name: 'refPrice',
      also: [
        'Prezzo',
        'Prezzo al pubblico',
        'Prezzo di vendita',
        'Prezzo di listino',
        'Prezzo unitario',
        'Listino',
        'Importo',
        'Price',
        'PVP',
        'Prezzo vendita al pubblico',
        'Prezzo al pubblico consigliato',
        'Prezzo consigliato',
        'Prezzo prodotto',
        'Prezzo articolo',
        'Prezzo finale',
        'Unit price',
        'Retail price',
      ],
      read: price,
      required: true,
      example: '3,50',
    },
    {
      name: 'manufacturer',
      also: [
        'Marca',
        'Azienda produttrice',
        'Fabbricante',
        'Azienda',
        'Ditta',
        'Brand',
        'Marchio',
        'Casa produttrice',
        'Ditta produttrice',
        'Società produttrice',
        'Impresa produttrice',
        'Nome produttore',
        'Produttore/Marca',
        'Marca/Produttore',
        'Brand name',
        'Maker',
      ],
      read: short,
      required: true,
      example: 'Mulino del Sole',
    },
    {
      name: 'categoryType',
      also: [
        'Tipo di categoria',
        'Tipo di prodotto',
        'Tipologia',
        'Tipo',
        'Patologia',
        'Tipo dieta',
        'Tipologia dieta',
        'Dieta',
        'Diet',
        'Regime alimentare',
        'Regime dietetico',
        'Tipo alimento',
        'Tipo patologia',
      ],
      read: dietWord('categoryType'),
      required: true,
      example: 'Celiachia',
    },
    {
      name: 'categories',
      also: [
        'Categoria',
        'Categoria merceologica',
        'Reparto',
        'Category',
        'Categoria prodotto',
        'Categoria alimento',
        'Categorie merceologiche',
        'Gruppo merceologico',
        'Classe merceologica',
        'Famiglia',
        'Categorie prodotto',
      ],
      read: several(/[|;]/, short, false),
      required: true,
      example: 'Pane|Prodotti da forno',
    },
  ],
  table: 'product',
  idColumn: 'product_id',
  key: { field: 'ean1', column: 'gtin', form: (ean) => sql`repeat('0', 14 - length(${ean})) || ${ean}` },
  fields: [
    plain('name', 'name'),
    // What is stored stays: the line has the same number, perhaps with other zeros to the left.
    { ...plain('ean1', 'ean1'), was: sql`b.row->'ean1'` },
    plain('pharmacyCode', 'pharmacy_code'),
    plain('refPrice', 'ref_price', 'numeric'),
    {
      field: 'manufacturer',
      column: 'manufacturer_id',
      was: sql`(select to_jsonb(name) from manufacturer where manufacturer_id = t.manufacturer_id)`,
      value: sql`(select manufacturer_id from manufacturer where name = l.becomes->>'manufacturer')`,
    },
    plain('categoryType', 'category_type'),
    { field: 'categories', column: null, was: names, value: sql`null` },
  ],
  refusal: sql`null::jsonb`,
  // Creates unknown categories and manufacturers before their first product.
  before: (batch) => [
    sql`insert into manufacturer (name) select distinct l.becomes->>'manufacturer' from ${linesToDo(batch)}
      on conflict (name) do nothing`,
    sql`insert into category (name, type)
      select distinct given.name, l.becomes->>'categoryType' from ${linesToDo(batch)} cross join lateral ${wanted}
      where not exists (
        select from category where category.name = given.name and category.type = l.becomes->>'categoryType'
      )`,
  ],
  after: (batch) => [
    sql`delete from product_category using ${linesToDo(batch)} where product_category.product_id = l.target_id`,
    sql`insert into product_category (product_id, category_id, position)
      select l.target_id, (
        select min(category_id) from category where category.name = given.name and type = l.becomes->>'categoryType'
      ), given.position - 1
      from ${linesToDo(batch)} cross join lateral ${wanted}`,
  ],
};
