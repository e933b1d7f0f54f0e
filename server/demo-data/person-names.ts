/** First names in use in Sardinia. */
export const FIRST_NAMES: Readonly<Record<'M' | 'F', readonly string[]>> = {
  M: [
    ...['Giovanni', 'Antonio', 'Gavino', 'Efisio', 'Andrea', 'Luca', 'Matteo', 'Francesco', 'Salvatore', 'Marco'],
    ...['Pietro', 'Bachisio', 'Ignazio', 'Raimondo', 'Stefano', 'Davide', 'Alessandro', 'Nicola', 'Paolo', 'Giuseppe'],
    ...[
      'Lorenzo',
      'Federico',
      'Simone',
      'Michele',
      'Gian Mario',
      'Riccardo',
      'Fabio',
      'Emanuele',
      'Costantino',
      'Elia',
    ],
  ],
  F: [
    ...['Maria', 'Anna', 'Grazia', 'Francesca', 'Giulia', 'Laura', 'Chiara', 'Bonaria', 'Elena', 'Sara'],
    ...['Rita', 'Caterina', 'Paola', 'Antonella', 'Speranza', 'Valentina', 'Silvia', 'Martina', 'Alessia', 'Daniela'],
    ...['Giovanna', 'Michela', 'Federica', 'Claudia', 'Aurora', 'Ilaria', 'Rosa', 'Eleonora', 'Beatrice', 'Noemi'],
  ],
};

/** Last names that sound Sardinian and that nobody is known to bear, so that no fiscal code is a living person's. */
export const LAST_NAMES: readonly string[] = [
  ...['Abbafrisca', 'Arrubiedda', 'Bentirussu', 'Boscunieddu', 'Calaruina', 'Campuladu', 'Canneddera', 'Carasalbu'],
  ...['Castangiolu', 'Chessaluna', 'Codinalba', 'Corbezzola', 'Crastuladu', 'Domuspinta', 'Elighedda', 'Faladorzu'],
  ...['Fenugrande', 'Fioralbinu', 'Funtanarja', 'Garrigadu', 'Ghianderas', 'Giaralonga', 'Granitulu', 'Iscalonga'],
  ...['Istellarju', 'Lentischeddu', 'Litorosu', 'Lughesoli', 'Mandraluna', 'Maristeddu', 'Melafrisca', 'Mirtusanu'],
  ...['Montericcu', 'Muragranda', 'Nuralbinu', 'Olivarrosa', 'Ortugranu', 'Pardulonga', 'Pedrarja', 'Perdalonga'],
  ...['Pischinedda', 'Pinnarosa', 'Ponterrubiu', 'Prunizedda', 'Quercalba', 'Ribarussa', 'Rocchesinu', 'Rosmarinzu'],
  ...['Saltarinzu', 'Selvalonga', 'Serralughe', 'Silighedda', 'Solarussinu', 'Spigarrubia', 'Suerlongu', 'Tancalbinu'],
  ...[
    'Terraladu',
    'Torrenieddu',
    'Ulivarjola',
    'Vallefrisca',
    'Ventulongu',
    'Vignarrubia',
    'Zinnigalba',
    'Zuncheddera',
  ],
];
