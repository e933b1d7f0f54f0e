/**
 * The hashes of the demonstration PINs and codes with the demonstration pepper. They save the slow hashing at the first
 * start; a test checks each of them.
 */
export const precomputedHashes: ReadonlyMap<string, string> = new Map([
  ['13579', 'scrypt$32768$8$1$ZGEqJWOb6gtt4GMYUwr2rg$sqq4wCMX3iyUqc7cjS2SukWuHGCdNdQCa_97wimGQME'],
  ['24680', 'scrypt$32768$8$1$KDajaNm47sZKmrrQtcZ34w$ZqwamKWncey70ypsBwYXdOndUfr17jZoHkGEoRaPuCo'],
  ['11223', 'scrypt$32768$8$1$8HN9lAOl96wSiBh8GgScUg$IEVkqsBTg_T5QVTVQjMs_3UOR-Ns6Rpe4XX0pBOFJFM'],
  ['33445', 'scrypt$32768$8$1$QXZsdxiMzv7xsYS5aR_9sw$eSI0PaSfYyX_17Q1SGTXgxhVvQVzyLQbYq1gPGeQ51w'],
  ['55667', 'scrypt$32768$8$1$47jWDP4asLO7W1R138ybDw$1Mc-6u8FB5ieADcgzB3tcxbG2vUeZbQ_4AsmAy4xnZc'],
  ['77889', 'scrypt$32768$8$1$u65x42G9u3hOoTarbzunZg$LlUAybc5ZMhYLeHNAOgQASKAfWVtszslXn4btRWhHFs'],
  ['99001', 'scrypt$32768$8$1$sp5LBWaKG6nIwFrNVArOpw$ATwQpQgzNJ1KDu_IrYJ-fQCFJ2RQvIOXaINAWMInn6U'],
  ['45654', 'scrypt$32768$8$1$Mn87aoGwVWjZbAtPqir5kw$CrC3mbthMW0IxyXUfrjDiQBaDNfMhsYkZNEDXSBr6HQ'],
  ['67876', 'scrypt$32768$8$1$3KL1Rhagi2csqQt6RzoIIg$Du90yR5uLTZABkgKgn7GN15MC8c-q2qLj5viw6KbKXM'],
  ['70101', 'scrypt$32768$8$1$DA1UYA5zWPKLe-Wtvhu4rQ$kTrLKaubiX0ZYsuTDLiHmR2KxRyt0ULHm59UNhwL8WM'],
  ['70303', 'scrypt$32768$8$1$Zho_XGj3jW7Zk9DGXqzP6w$pjGxYirYmxGBbDh4gh8qjSZXhBw864rLESynWbUdjTk'],
  ['70606', 'scrypt$32768$8$1$QrDqZucOiiQt8adTuYgiig$b95jAIV-WzoOJxbuOx8FPA_f40fgZ4vUYazLsw7w5GY'],
  ['70808', 'scrypt$32768$8$1$XD8-lnR0lefENWSMV696EA$9jbax_7-sotvlLDlEHPi1UnWYfrgWHfwGIbCDPfxmb0'],
  ['71111', 'scrypt$32768$8$1$EheKjSu0V9E2hAKXjBteHA$QlcPW46mgVxKLfzF4tah0TUX1y4AUZ8fr7vlbDxbrrI'],
  ['71313', 'scrypt$32768$8$1$cRsQYH5DWs4oYgdL2LzR3g$HftPbO88PJU12J7JZWO4OzcwZmtymToJyxldO2m8vJU'],
]);
