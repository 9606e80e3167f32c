// What the compiler does not see. How code is laid out is prettier's business alone.
import js from '@eslint/js';
import svelte from 'eslint-plugin-svelte';
import globals from 'globals';
import ts from 'typescript-eslint';
import svelteConfig from './svelte.config.js';

/** Folders of src; each imports only those of its own row and of the rows before it. */
const LAYERS = [['lib'], ['boards', 'parts'], ['table', 'workshop'], ['pages']];

const layers = LAYERS.slice(0, -1).map((row, at) => ({
  files: row.map((folder) => `src/${folder}/**`),
  rules: {
    'no-restricted-imports': [
      'error',
      {
        patterns: [
          {
            regex: `^(\\.\\./)+(${LAYERS.slice(at + 1)
              .flat()
              .join('|')})/`,
            message: `What lies in ${row.join(' and ')} does not know the folders above.`,
          },
        ],
      },
    ],
  },
}));

export default ts.config(
  { ignores: ['node_modules', 'src/lib/*.gen.ts'] },
  js.configs.recommended,
  ...ts.configs.recommended,
  ...svelte.configs.recommended,
  ...svelte.configs.prettier,
  { languageOptions: { globals: { ...globals.browser } } },
  { files: ['**/*.svelte', '**/*.svelte.ts'], languageOptions: { parserOptions: { parser: ts.parser, svelteConfig } } },
  { files: ['src/sw.js'], languageOptions: { globals: { ...globals.serviceworker } } },
  {
    rules: {
      // `{#each Array(3) as _, number}` has no other name for what it does not need.
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_$', varsIgnorePattern: '^_$' }],
      // Maps and sets are filled where they are made and shown as they are: nobody waits for a change within.
      'svelte/prefer-svelte-reactivity': 'off',
      // A space in braces stays where prettier breaks the line.
      'svelte/no-useless-mustaches': 'off',
    },
  },
  // The compiler knows every name, types among them.
  { files: ['**/*.ts', '**/*.svelte'], rules: { 'no-undef': 'off' } },
  ...layers,
);
