import js from '@eslint/js';
import prettier from 'eslint-config-prettier';
import { createTypeScriptImportResolver } from 'eslint-import-resolver-typescript';
import { createNodeResolver, importX } from 'eslint-plugin-import-x';
import jsxA11y from 'eslint-plugin-jsx-a11y';
import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';

/** Who may import whom (docs/decisions/0002-import-rules.md): `target` may not import `from`, but for `except`. */
const zones = [
  { target: './contract', from: ['./src', './server', './tests'], message: 'contract imports nothing of ours.' },
  { target: './contract/rules', from: './contract', except: ['./rules'], message: 'A rule is pure.' },
  { target: './src', from: ['./server', './tests'], message: 'The portal works against any server.' },
  { target: './server', from: ['./src', './tests'], message: 'The server serves any client.' },
  { target: './src/providers', from: './src', except: ['./providers'], message: 'providers → contract.' },
  {
    target: './src/resources',
    from: './src',
    except: ['./resources', './providers/paths.ts', './providers/data/declaration.ts'],
    message: 'resources → contract.',
  },
  {
    target: './src/hooks',
    from: './src',
    except: ['./hooks', './providers'],
    message: 'hooks → providers → contract.',
  },
  {
    target: ['./src/hooks/!(use-notify).ts', './src/hooks/*/**', './src/components', './src/pages'],
    from: './src/providers/http/notify-error.ts',
    message: 'A screen says what happened by useNotify.',
  },
  {
    target: './src/components',
    from: './src',
    except: ['./components', './hooks', './providers'],
    message: 'components → hooks → providers → contract.',
  },
  {
    target: './src/pages',
    from: './src',
    except: ['./pages', './components', './hooks', './providers'],
    message: 'pages → components → hooks → providers → contract.',
  },
  { target: './server/routes', from: './server/database', message: 'routes → domain → database.' },
  {
    target: './server/serializers',
    from: './server',
    except: ['./serializers', './domain'],
    message: 'A serializer writes what the domain answers.',
  },
  {
    target: './server/routes',
    from: './server/sign-on/demo-identity-provider',
    message: 'The demonstration stands apart.',
  },
  {
    target: './server/domain',
    from: ['./server/routes', './server/sign-on', './server/documents', './server/demo-data'],
    message: 'domain knows no HTTP and no document.',
  },
  { target: './server/documents', from: './server', except: ['./documents'], message: 'documents knows no database.' },
  { target: './server/database', from: './server', except: ['./database'], message: 'database knows no rule.' },
];

const AXIOS = { name: 'axios', message: 'Only the HTTP client knows axios.' };
const MODAL = { name: 'antd', importNames: ['Modal'], message: 'A dialog is components/dialog.' };

export default tseslint.config(
  { ignores: ['dist', 'data', 'node_modules', '.cache', 'test-results', 'playwright-report'] },
  js.configs.recommended,
  // What needs types is looked at by oxlint (.oxlintrc.json), in a sixth of the time.
  {
    files: ['**/*.{ts,tsx}'],
    extends: [tseslint.configs.base, tseslint.configs.eslintRecommended],
    rules: { 'no-unused-vars': 'off' },
  },
  {
    files: ['**/*.{ts,tsx,js,mjs}'],
    plugins: { 'import-x': importX },
    settings: {
      'import-x/resolver-next': [
        createTypeScriptImportResolver({ project: 'tsconfig.tests.json' }),
        createNodeResolver(),
      ],
    },
    rules: {
      'import-x/no-restricted-paths': ['error', { basePath: import.meta.dirname, zones }],
      'import-x/no-cycle': 'error',
      'no-console': 'error',
    },
  },
  {
    files: ['contract/**'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            { regex: '^(?!\\.|zod/mini$|big\\.js$)', message: 'The contract knows zod and a decimal library only.' },
          ],
        },
      ],
    },
  },
  {
    files: ['src/**/*.tsx', 'src/**/*.ts'],
    extends: [jsxA11y.flatConfigs.strict, reactHooks.configs.flat.recommended],
    rules: {
      'no-restricted-globals': ['error', { name: 'fetch', message: 'Only the HTTP client fetches.' }],
      'no-restricted-imports': ['error', { paths: [AXIOS, MODAL] }],
      // What the types call void may be a promise in a newer browser, which React would call as the clean-up.
      'no-restricted-syntax': [
        'error',
        {
          selector:
            'CallExpression[callee.name=/^use(Layout|Insertion)?Effect$/] > ArrowFunctionExpression[expression=true]',
          message: 'An effect returns nothing but a clean-up: give it a body in braces.',
        },
      ],
      // A region that scrolls must be reachable by keyboard.
      'jsx-a11y/no-noninteractive-tabindex': ['error', { roles: ['tabpanel', 'region'], tags: [] }],
    },
  },
  {
    files: ['src/providers/fetch-file.ts', 'src/providers/connection/connection.ts'],
    rules: { 'no-restricted-globals': 'off' },
  },
  {
    files: ['src/providers/http/http-client.ts'],
    rules: { 'no-restricted-imports': ['error', { paths: [MODAL] }] },
  },
  { files: ['src/components/dialog/**'], rules: { 'no-restricted-imports': ['error', { paths: [AXIOS] }] } },
  {
    files: ['scripts/**', '*.js', '*.ts'],
    languageOptions: {
      globals: {
        process: 'readonly',
        console: 'readonly',
        URL: 'readonly',
        setTimeout: 'readonly',
        Buffer: 'readonly',
        AbortController: 'readonly',
      },
    },
    rules: { 'no-console': 'off' },
  },
  {
    files: ['public/*.js'],
    languageOptions: { globals: { document: 'readonly', localStorage: 'readonly', matchMedia: 'readonly' } },
  },
  prettier,
);
