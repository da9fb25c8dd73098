import jsxA11y from 'eslint-plugin-jsx-a11y'
import importX from 'eslint-plugin-import-x'
import { createTypeScriptImportResolver } from 'eslint-import-resolver-typescript'
import tseslint from 'typescript-eslint'

/**
 * The arrows of docs/architecture.md: a room may import only what stands in its list (and
 * packages).
 */
const rooms = {
  app: ['contract', 'settings', 'content', 'artwork'],
  'api/domain': [],
  'api/db': ['api/domain', 'contract'],
  'api/gateways': ['api/domain', 'contract', 'settings'],
  'api/mails': ['api/domain', 'contract'],
  'api/services': ['api/domain', 'api/db', 'api/gateways', 'api/mails', 'contract', 'settings'],
  'api/jobs': ['api/services', 'api/domain', 'api/db', 'api/gateways', 'contract', 'settings'],
  'api/middleware': ['api/services', 'api/domain', 'contract', 'settings'],
  'api/routes': ['api/middleware', 'api/services', 'api/domain', 'contract', 'settings'],
  contract: [],
  settings: [],
  content: [],
  artwork: [],
  sandbox: ['settings'],
}
const every = [
  'app',
  'api/domain',
  'api/db',
  'api/gateways',
  'api/mails',
  'api/services',
  'api/jobs',
  'api/middleware',
  'api/routes',
  'contract',
  'settings',
  'content',
  'sandbox',
  'artwork',
  'tests',
  'bench',
  'scripts',
  'web',
  'server.ts',
]

const zones = Object.entries(rooms).map(([room, allowed]) => ({
  target: `./${room}`,
  from: every.filter((other) => other !== room && !allowed.includes(other)).map((other) => `./${other}`),
  message: `${room} may import only: ${['itself', ...allowed].join(', ')}.`,
}))
// `from` lists need one zone each: the rule reports the zone it matched.
const restrictedPaths = zones.flatMap(({ target, from, message }) =>
  from.map((one) => ({ target, from: one, message })),
)
restrictedPaths.push({ target: './app', from: './api', message: 'The shop speaks to /v1 only.' })
restrictedPaths.push({ target: './api', from: './app', message: 'The service knows nothing of the shop.' })
restrictedPaths.push({
  target: './sandbox',
  from: './api',
  message: 'The sandbox stands in for outside services.',
})

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
    plugins: { 'import-x': importX },
    settings: { 'import-x/resolver-next': [createTypeScriptImportResolver({ project: './tsconfig.json' })] },
    rules: {
      'import-x/no-restricted-paths': ['error', { zones: restrictedPaths }],
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
  { files: ['**/*.test.{ts,tsx}'], rules: { 'import-x/no-restricted-paths': 'off' } },
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
