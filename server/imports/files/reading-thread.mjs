// Plain JavaScript, because a worker thread starts without the TypeScript loader.
if (import.meta.env === undefined) {
  const { register } = await import('tsx/esm/api');
  register();
}
const { answerFiles } = await import('./answer-files.ts');
answerFiles();
