import { createRequire } from 'node:module';

const require = createRequire(new URL('tools/lint/package.json', import.meta.url));
const { defineConfig } = require('eslint/config');
const reactHooks = require('eslint-plugin-react-hooks');
const tseslint = require('typescript-eslint');

const READ_IN_CONFIG = 'Settings are read in src/config alone; ask for the configuration instead.';

export default defineConfig(
  { ignores: ['dist/', 'dist-test/', 'coverage/', '/data/', 'clients/typescript/dist/'] },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  {
    files: ['{src,demo,test,bench}/**/*.ts', 'ormconfig.ts', 'portal/**/*.{ts,tsx,mts}', 'clients/**/*.ts'],
    extends: [tseslint.configs.strictTypeChecked, tseslint.configs.stylisticTypeChecked],
    languageOptions: { parserOptions: { projectService: true } },
    rules: {
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      // Not consistent-type-imports: it would turn the classes that Nest injects into type imports, which leave no
      // metadata behind.
      '@typescript-eslint/prefer-readonly': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      '@typescript-eslint/no-extraneous-class': ['error', { allowWithDecorator: true }],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      // DTO and entity classes say what a plain object looks like; nobody calls their constructors
      '@typescript-eslint/no-unsafe-class-instance-assignment': 'off',
      '@typescript-eslint/no-misused-spread': 'off',
      // `_name`: a parameter that only keeps its place
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', ignoreRestSiblings: true }],
      'no-restricted-exports': [
        'error',
        {
          restrictDefaultExports: {
            direct: true,
            named: true,
            defaultFrom: true,
            namedFrom: true,
            namespaceFrom: true,
          },
        },
      ],
    },
  },
  { files: ['portal/src/**/*.{ts,tsx}'], extends: [reactHooks.configs.flat['recommended-latest']] },
  {
    files: ['{src,demo}/**/*.ts'],
    // the commands hand the environment to src/config, which reads it
    ignores: ['src/config/**', 'src/main.ts', 'src/cli.ts', 'src/openapi.ts', '**/*.spec.ts'],
    rules: {
      'no-restricted-properties': ['error', { object: 'process', property: 'env', message: READ_IN_CONFIG }],
      'no-restricted-imports': [
        'error',
        {
          paths: ['process', 'node:process'].map((name) => ({
            name,
            importNames: ['env'],
            message: READ_IN_CONFIG,
          })),
        },
      ],
    },
  },
  {
    files: ['test/**/*.ts', 'bench/**/*.ts', '**/*.spec.ts'],
    // What is not there makes the test fail on the same line
    rules: { '@typescript-eslint/no-non-null-assertion': 'off' },
  },
  {
    files: ['portal/openapi.d.ts', 'clients/typescript/src/schemas.ts'],
    // it is generated, in the generator's style
    rules: {
      '@typescript-eslint/array-type': 'off',
      '@typescript-eslint/consistent-indexed-object-style': 'off',
      '@typescript-eslint/no-redundant-type-constituents': 'off',
    },
  },
  // TypeORM's command line and Vite want it so
  { files: ['ormconfig.ts', 'portal/vite.config.mts'], rules: { 'no-restricted-exports': 'off' } },
);
