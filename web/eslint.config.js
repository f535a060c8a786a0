import js from '@eslint/js'
import svelte from 'eslint-plugin-svelte'
import globals from 'globals'
import ts from 'typescript-eslint'
import svelteConfig from './svelte.config.js'

/** Forbids imports by path pattern; `message` says where the code belongs instead. */
const forbid = (files, group, message) => ({
  files: files.map((folder) => `src/${folder}/**`),
  rules: { 'no-restricted-imports': ['error', { patterns: [{ group, message }] }] },
})

export default ts.config(
  { ignores: ['node_modules/', '.svelte-check/', 'public/', 'src/net/messages.ts', 'src/net/views.ts', '**/*.gen.ts'] },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  js.configs.recommended,
  ...ts.configs.recommended,
  ...svelte.configs.recommended,
  ...svelte.configs.prettier,
  {
    languageOptions: { globals: { ...globals.browser, ...globals.node } },
    rules: {
      'no-undef': 'off', // TypeScript checks this
      // Both exist only where the host isolates the page from other origins, which a plain web host does not.
      'no-restricted-globals': ['error', 'SharedArrayBuffer', 'Atomics'],
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-non-null-assertion': 'off', // noUncheckedIndexedAccess asks for them
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      'svelte/no-navigation-without-resolve': 'off', // only for SvelteKit
      'svelte/no-useless-mustaches': 'off', // {' '} keeps a space at the edge of a block
      'svelte/prefer-svelte-reactivity': 'off', // sets and maps here are local, or replaced as a whole ($state.raw)
    },
  },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { parserOptions: { parser: ts.parser, extraFileExtensions: ['.svelte'], svelteConfig } },
  },
  { files: ['**/*.svelte'], rules: { 'max-lines': ['error', 400] } },

  // Imports point one way: the shell uses the games through games/index.ts, games use the kit.
  forbid(['games'], ['**/shell/**'], 'Games do not know the shell: what they share with it belongs in kit/.'),
  forbid(['kit'], ['**/shell/**', '**/games', '**/games/**'], 'The kit knows neither the shell nor any game.'),
  forbid(
    ['shell'],
    ['**/games/*/**', '**/games/*', '!**/games/index', '!**/games/module'],
    'The shell knows no particular game: import from games/index or games/module.',
  ),
  forbid(
    ['table'],
    ['**/shell/**', '**/games', '**/games/**', '**/kit/**'],
    'table/ is below kit/, games/ and shell/.',
  ),
  forbid(
    ['local'],
    ['**/shell/**', '**/games', '**/games/**', 'svelte', '**/*.svelte'],
    'A local table plays the part of a server: it knows neither screens nor particular games.',
  ),
  forbid(
    ['net'],
    ['**/shell/**', '**/games', '**/games/**', '**/kit/**', '**/table/**', 'svelte'],
    'net/ depends on nothing else, not even on Svelte.',
  ),
)
