import type { ProductRange } from './product-range.ts';

/** The categories for coeliac disease; `senza glutine` is added to every name. */
export const celiacRanges: readonly ProductRange[] = [
  {
    category: 'Pane e sostitutivi',
    families: [
      {
        bases: ['Pane in cassetta', 'Panini morbidi', 'Rosette', 'Baguette precotta', 'Ciabattine', 'Pancarré'],
        variants: ['al grano saraceno', 'con farina di riso', 'ai semi di lino', 'con lievito madre', 'ai cereali'],
      },
      {
        bases: ['Pane carasau', 'Piadina', 'Fette biscottate'],
        variants: ['con farina di riso', "all'olio d'oliva", 'al mais', 'con fibre'],
      },
    ],
    sizes: ['200 g', '300 g', '400 g'],
    cents: [249, 590],
  },
  {
    category: 'Pasta secca',
    families: [
      {
        bases: [
          'Fusilli',
          'Penne rigate',
          'Spaghetti',
          'Maccheroncini',
          'Malloreddus',
          'Ditalini',
          'Caserecce',
          'Fregola',
        ],
        variants: [
          'di mais e riso',
          'di grano saraceno',
          'di riso integrale',
          'di lenticchie rosse',
          'ai quattro cereali',
        ],
      },
    ],
    sizes: ['250 g', '400 g', '500 g'],
    cents: [149, 420],
  },
  {
    category: 'Pasta fresca e gnocchi',
    families: [
      {
        bases: ['Ravioli', 'Culurgiones', 'Tortelloni', 'Cappelletti'],
        variants: [
          'ricotta e spinaci',
          'al pecorino',
          'ai funghi porcini',
          'con patate e menta',
          'alla zucca',
          'al brasato',
        ],
      },
      {
        bases: ['Gnocchi di patate', 'Lasagne fresche', 'Tagliatelle fresche'],
        variants: ['con farina di riso', 'al grano saraceno', 'agli spinaci', 'con farina di mais'],
      },
    ],
    sizes: ['250 g', '400 g', '500 g'],
    cents: [299, 690],
  },
  {
    category: 'Farine e preparati',
    families: [
      {
        bases: ['Farina'],
        variants: ['di riso', 'di mais', 'di grano saraceno', 'di teff', 'di sorgo', 'di castagne'],
      },
      {
        bases: [
          'Preparato per pane',
          'Preparato per pizza',
          'Preparato per dolci',
          'Preparato per pasta',
          'Mix universale',
        ],
        variants: [
          'con grano saraceno',
          'con farina di riso',
          'con amido di mais',
          'con fibre',
          'al teff',
          'con semi di psillio',
        ],
      },
    ],
    sizes: ['250 g', '500 g', '1 kg'],
    cents: [189, 650],
  },
  {
    category: 'Biscotti',
    families: [
      {
        bases: ['Frollini', 'Biscotti secchi', 'Cookies', 'Novellini', 'Biscotti farciti', 'Wafer'],
        variants: [
          'al cacao',
          'al miele',
          'con gocce di cioccolato',
          'al limone',
          'alla vaniglia',
          'alle nocciole',
          'integrali',
        ],
      },
    ],
    sizes: ['150 g', '200 g', '300 g'],
    cents: [219, 520],
  },
  {
    category: 'Merende e dolci da forno',
    families: [
      {
        bases: ['Plumcake', 'Muffin', 'Merendine', 'Tortine', 'Ciambelline'],
        variants: ['allo yogurt', 'al cioccolato', 'alla mela', 'ai mirtilli', 'alla carota'],
      },
      {
        bases: ['Crostatine', 'Croissant', 'Cornetti'],
        variants: ["all'albicocca", 'alla ciliegia', 'al cacao', 'al pistacchio', 'ai frutti di bosco'],
      },
    ],
    sizes: ['160 g', '200 g', '320 g'],
    cents: [259, 590],
  },
  {
    category: 'Cereali per la colazione',
    families: [
      {
        bases: ['Corn flakes', 'Muesli', 'Riso soffiato', 'Granola', "Fiocchi d'avena", 'Palline di mais'],
        variants: ['al cacao', 'al miele', 'ai frutti rossi', 'con mandorle', 'al naturale', 'al cocco', 'con uvetta'],
      },
    ],
    sizes: ['250 g', '350 g', '500 g'],
    cents: [239, 560],
  },
  {
    category: 'Cracker, grissini e snack salati',
    families: [
      {
        bases: ['Cracker', 'Grissini', 'Taralli', 'Schiacciatine', 'Bastoncini croccanti', 'Gallette'],
        variants: [
          'al rosmarino',
          'al sesamo',
          "all'olio extravergine",
          'alla curcuma',
          'ai semi di chia',
          'al sale marino',
        ],
      },
    ],
    sizes: ['100 g', '150 g', '200 g'],
    cents: [139, 390],
  },
  {
    category: 'Pizze e basi',
    families: [
      {
        bases: ['Base per pizza', 'Base per focaccia', 'Pinsa', 'Pasta sfoglia', 'Pasta brisée'],
        variants: ['alta e soffice', 'sottile', 'ai cereali', 'con grano saraceno', 'con farina di riso'],
      },
      {
        bases: ['Pizza', 'Pizzette', 'Focaccia'],
        variants: ['al pomodoro', 'alle verdure', 'alle olive', 'ai formaggi', 'ai funghi'],
      },
    ],
    sizes: ['200 g', '300 g', '430 g'],
    cents: [279, 690],
  },
  {
    category: 'Piatti pronti surgelati',
    families: [
      {
        bases: ['Lasagne al forno', 'Cannelloni', 'Crespelle', 'Timballo di riso'],
        variants: [
          'al ragù',
          'ricotta e spinaci',
          'ai quattro formaggi',
          'alle verdure',
          'ai funghi',
          'alla mediterranea',
        ],
      },
      {
        bases: ['Bastoncini di merluzzo', 'Cotolette di pollo', 'Filetti di platessa', 'Crocchette di patate'],
        variants: ['in panatura di mais', 'in panatura di riso', 'con semi di sesamo', 'al forno'],
      },
    ],
    sizes: ['250 g', '300 g', '400 g'],
    cents: [349, 850],
  },
  {
    category: 'Dolci delle feste',
    families: [
      {
        bases: ['Panettone', 'Pandoro', 'Colomba'],
        variants: [
          'tradizionale',
          'con gocce di cioccolato',
          "all'arancia",
          'alla crema di limone',
          'senza canditi',
          'alla nocciola',
        ],
      },
      {
        bases: ['Papassini', 'Pardulas', 'Amaretti', 'Torrone'],
        variants: ['alle mandorle', 'al limone', "all'arancia", 'al miele', 'alle noci'],
      },
    ],
    sizes: ['150 g', '400 g', '500 g'],
    cents: [390, 1490],
  },
  {
    category: 'Gelati e dessert',
    families: [
      {
        bases: ['Coni gelato', 'Biscotto gelato', 'Coppetta gelato', 'Dessert cremoso', 'Budino', 'Torta gelato'],
        variants: ['alla panna', 'al cioccolato', 'al caffè', 'ai frutti di bosco', 'alla nocciola', 'al caramello'],
      },
    ],
    sizes: ['2 pezzi', '4 pezzi', '6 pezzi'],
    cents: [299, 790],
  },
  {
    category: 'Prima infanzia',
    families: [
      {
        bases: ['Pastina stelline', 'Pastina tempestina', 'Semolino di riso'],
        variants: ['con vitamine', 'al naturale', 'alle verdure', 'con calcio', 'ai cereali', 'con ferro'],
      },
      {
        bases: ['Biscottino granulato', 'Primi biscotti', 'Crema di riso', 'Crema di mais e tapioca'],
        variants: ['con vitamine', 'alla mela', 'alla vaniglia', 'con calcio', 'alla pera', 'alla banana'],
      },
    ],
    sizes: ['200 g', '250 g', '320 g'],
    cents: [219, 480],
  },
];
