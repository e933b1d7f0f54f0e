import type { ProductRange } from './product-range.ts';

/** The categories for a protein-free diet; the names say themselves what they leave out. */
export const proteinFreeRanges: readonly ProductRange[] = [
  {
    category: 'Pasta aproteica',
    families: [
      {
        bases: [
          'Fusilli aproteici',
          'Penne aproteiche',
          'Spaghetti aproteici',
          'Ditalini aproteici',
          'Tagliatelle aproteiche',
          'Gnocchetti aproteici',
        ],
        variants: [
          'di amido di mais',
          'di amido di riso',
          'di fecola',
          'con fibre',
          'a cottura rapida',
          'con amido di tapioca',
        ],
      },
    ],
    sizes: ['250 g', '400 g', '500 g'],
    cents: [290, 690],
  },
  {
    category: 'Pane aproteico',
    families: [
      {
        bases: [
          'Pane aproteico a fette',
          'Panini aproteici',
          'Pancarré aproteico',
          'Piadina aproteica',
          'Baguette aproteica',
          'Fette biscottate aproteiche',
        ],
        variants: [
          'al naturale',
          'con fibre',
          "all'olio d'oliva",
          'con lievito madre',
          'al rosmarino',
          'senza sale aggiunto',
        ],
      },
    ],
    sizes: ['200 g', '300 g', '400 g'],
    cents: [320, 790],
  },
  {
    category: 'Biscotti aproteici',
    families: [
      {
        bases: [
          'Frollini aproteici',
          'Biscotti aproteici',
          'Wafer aproteici',
          'Cookies aproteici',
          'Savoiardi aproteici',
          'Novellini aproteici',
        ],
        variants: ['alla vaniglia', 'al limone', 'al cacao magro', "all'arancia", 'al miele', 'alla cannella'],
      },
    ],
    sizes: ['120 g', '180 g', '200 g'],
    cents: [310, 690],
  },
  {
    category: 'Farine aproteiche',
    families: [
      {
        bases: ['Amido deproteinato', 'Farina aproteica'],
        variants: ['di mais', 'di riso', 'di tapioca', 'di patata', 'con fibre'],
      },
      {
        bases: [
          'Mix aproteico per pane',
          'Mix aproteico per dolci',
          'Mix aproteico per pizza',
          'Mix aproteico per pasta',
        ],
        variants: [
          'con amido di mais',
          'con amido di riso',
          'con fibre',
          'con lievito',
          'con semi di psillio',
          'con fecola',
        ],
      },
    ],
    sizes: ['250 g', '500 g', '1 kg'],
    cents: [390, 980],
  },
  {
    category: 'Dolci e merende aproteici',
    families: [
      {
        bases: [
          'Plumcake aproteico',
          'Muffin aproteico',
          'Crostatina aproteica',
          'Tortina aproteica',
          'Budino aproteico',
          'Barretta aproteica',
        ],
        variants: ["all'albicocca", 'alla mela', 'al limone', 'alla fragola', 'alla vaniglia', 'alla pera'],
      },
    ],
    sizes: ['120 g', '180 g', '240 g'],
    cents: [340, 820],
  },
  {
    category: 'Snack salati aproteici',
    families: [
      {
        bases: [
          'Cracker aproteici',
          'Grissini aproteici',
          'Taralli aproteici',
          'Chips aproteiche',
          'Schiacciatine aproteiche',
          'Crostini aproteici',
        ],
        variants: [
          'al rosmarino',
          "all'olio d'oliva",
          'al pomodoro',
          'alle erbe',
          'al sale marino',
          'alla paprica dolce',
        ],
      },
    ],
    sizes: ['100 g', '150 g', '200 g'],
    cents: [260, 560],
  },
  {
    category: 'Bevande e preparati aproteici',
    families: [
      {
        bases: [
          'Bevanda aproteica',
          'Crema spalmabile aproteica',
          'Preparato aproteico per budino',
          'Preparato aproteico per crema',
        ],
        variants: [
          'alla vaniglia',
          'al cacao magro',
          'alla nocciola',
          'con calcio',
          'al caffè',
          'senza zuccheri aggiunti',
        ],
      },
      {
        bases: ['Preparato aproteico per besciamella', "Sostituto aproteico dell'uovo", 'Preparato aproteico per purè'],
        variants: ['al naturale', 'con fibre', 'senza sale aggiunto', 'a preparazione rapida'],
      },
    ],
    sizes: ['200 g', '400 g', '500 g'],
    cents: [230, 740],
  },
];
