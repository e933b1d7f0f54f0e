import { join } from 'node:path';
import ts from 'typescript';

const CONFIG = join(import.meta.dirname, '../../../tsconfig.tests.json');

/** What the compiler finds wrong in these files, one line each. */
export function typeErrors(folder: string, files: readonly string[]): string[] {
  const { config } = ts.readConfigFile(CONFIG, (path) => ts.sys.readFile(path)) as { config: object };
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, folder, undefined, CONFIG);
  const paths = files.filter((file) => /\.tsx?$/.test(file)).map((file) => join(folder, file));
  const program = ts.createProgram(paths, options);
  return paths
    .flatMap((path) => ts.getPreEmitDiagnostics(program, program.getSourceFile(path)))
    .map(({ file, messageText }) => `${file?.fileName ?? ''}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`);
}
