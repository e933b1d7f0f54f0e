import { join } from 'node:path';
import type { Plugin } from 'vite';
import { textProblems } from './text-problems.ts';

/** Fails the build when a text is missing, unused, or not complete in both languages (design §5). */
export function refuseWrongTexts(): Plugin {
  let root = '';
  return {
    name: 'refuse-wrong-texts',
    apply: 'build',
    configResolved(config) {
      root = config.root;
    },
    buildStart() {
      const problems = textProblems(join(root, 'public/locales'), join(root, 'src'));
      if (problems.length > 0) this.error(['The texts are wrong:', ...problems].join('\n  '));
    },
  };
}
