import jsxA11y from 'eslint-plugin-jsx-a11y'
import importX from 'eslint-plugin-import-x'
import { createTypeScriptImportResolver } from 'eslint-import-resolver-typescript'
import tseslint from 'typescript-eslint'
import { relative } from 'node:path'
import { refuseImport } from './scripts/rooms.mjs'

/** What each part of the tree may import besides itself and packages (docs/architecture.md). */
const parts = {
  app: ['brands', 'contract', 'settings', 'content', 'artwork'],
  api: ['brands', 'contract', 'settings'],
  brands: ['contract'],
  contract: [],
  settings: [],
  content: ['contract'],
  artwork: [],
  sandbox: ['settings'],
}
const everyPart = [...Object.keys(parts), 'tests', 'bench', 'scripts', 'web', 'server.ts']
const restrictedPaths = Object.entries(parts).flatMap(([part, allowed]) =>
  everyPart
    .filter((other) => other !== part && !allowed.includes(other))
    .map((other) => ({
      target: `./${part}`,
      from: `./${other}`,
      message: `${part} may import only: ${['itself', ...allowed].join(', ')}.`,
    })),
)

/** The lists of rooms as a rule: a file imports only from its own room and from rooms above it. */
const house = {
  rules: {
    'no-upward-import': {
      meta: { type: 'problem', schema: [], messages: { upward: '{{message}}' } },
      create(context) {
        const file = relative(import.meta.dirname, context.filename)
        const check = (node) => {
          const specifier = node.source?.value
          const message = typeof specifier === 'string' ? refuseImport(file, specifier) : null
          if (message !== null) context.report({ node: node.source, messageId: 'upward', data: { message } })
        }
        return {
          ImportDeclaration: check,
          ExportNamedDeclaration: check,
          ExportAllDeclaration: check,
          ImportExpression: check,
        }
      },
    },
  },
}

export default tseslint.config(
  {
    ignores: [
      'build/',
      'data/',
      'node_modules/',
      'public/',
      '.cache/',
      'test-results/',
      'playwright-report/',
    ],
  },
  ...tseslint.configs.strict,
  {
    files: ['**/*.{ts,tsx}'],
    plugins: { 'import-x': importX, house },
    settings: { 'import-x/resolver-next': [createTypeScriptImportResolver({ project: './tsconfig.json' })] },
    rules: {
      'import-x/no-restricted-paths': ['error', { zones: restrictedPaths }],
      'house/no-upward-import': 'error',
      'no-restricted-properties': [
        'error',
        { object: 'process', property: 'env', message: 'Settings are parsed once, in settings/.' },
      ],
      'no-console': 'error',
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-invalid-void-type': 'off',
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
    },
  },
  // A test stands beside what it tests and needs what stands around it: a database, the front door,
  // a clock.
  {
    files: ['**/*.test.{ts,tsx}'],
    rules: { 'import-x/no-restricted-paths': 'off', 'house/no-upward-import': 'off' },
  },
  { files: ['app/**/*.tsx'], ...jsxA11y.flatConfigs.strict },
  {
    files: ['app/**/*.tsx'],
    rules: {
      'react/forbid-dom-props': 'off',
      'no-restricted-syntax': [
        'error',
        {
          selector: "JSXAttribute[name.name='style']",
          message: 'The CSP forbids style attributes: use a class.',
        },
      ],
    },
  },
  {
    files: ['scripts/**', 'bench/**', 'tests/**', 'settings/**', '*.config.{js,ts}'],
    rules: { 'no-restricted-properties': 'off', 'no-console': 'off' },
  },
  {
    files: ['**/*.{js,mjs}'],
    languageOptions: { globals: { process: 'readonly', console: 'readonly', URL: 'readonly' } },
  },
)
