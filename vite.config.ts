import { availableParallelism } from 'node:os'
import { vitePlugin as remix } from '@remix-run/dev'
import { defineConfig } from 'vite'
import remixConfig from './remix.config.js'
import { keepServerReadable } from './scripts/keep-server-readable.mjs'
import { trimLibraries } from './scripts/trim-libraries.mjs'

/**
 * What the hydrated pages share: one file weighs two kilobytes less than the dozen it would be.
 * Parts that only plain pages draw stay out of it.
 */
const SHARED = new RegExp(
  [
    String.raw`/app/(styles/(site|checkout-pages)|reschedules/reschedule-pages\.css`,
    String.raw`|ui/(?!authenticator-|form/|field-group|form-fields|notice|qr-code`,
    String.raw`|scroll-region|select-field)`,
    String.raw`|format/(format-dollars|local-time)`,
    String.raw`|visit/(service-texts|shell-data|checkout-query|error-messages)`,
    String.raw`|page/(page-|nonce|wordmark|last-answer)`,
    String.raw`|frame/(site-|page-|document-meta|loading|reload)`,
    String.raw`|catalogue/(breakdown-rows|tag-chips)`,
    String.raw`|selection/(step-l|steps\.|order-summary|needs-script|code-box))`,
  ].join(''),
)

/** The kit of forms with its library: one file for every hydrated page with a form in it. */
const FORMS = new RegExp(
  [
    '/(node_modules/@conform-to|app/ui/form/|app/payments/nothing-to-redeem',
    '|app/passengers/passenger-field)',
  ].join(''),
)

/** What the pages with a payment area share, without what they load later. */
const PAYMENT = new RegExp(
  [
    '/app/(account/guest-fields|checkout/buyer-details|payments/(pay-fields|code-field|tender-panel',
    '|update-total|use-answered|reprice|saved-cards\\.|payment-section|field-problems|terms-',
    '|wallet/wallet-slot|card/(answer-|book-by|card-area|find-refusal|load-provider|use-)))',
  ].join(''),
)

/** The frame names it for the server's pages; without its own file it would travel to every shopper. */
const STAFF_PLACES = /\/app\/staff\/parts\/places/

const CHUNKS = { frame: SHARED, forms: FORMS, payment: PAYMENT, 'staff-places': STAFF_PLACES }
const chunkOf = (id: string) => Object.entries(CHUNKS).find(([, files]) => files.test(id))?.[0]

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [trimLibraries(), remix(remixConfig), keepServerReadable()],
  // An import of types alone must not pull a server's module into the browser's files.
  esbuild: { tsconfigRaw: { compilerOptions: { verbatimModuleSyntax: false } } },
  build: {
    target: 'es2020',
    minify: 'terser',
    reportCompressedSize: false,
    // Licences stand in the packages' own files. No getter anywhere does more than get. What the
    // router only warns
    // developers of in the console (0.8 kB) does not travel to shoppers.
    terserOptions: {
      maxWorkers: availableParallelism(),
      ecma: 2020,
      compress: {
        passes: 3,
        ecma: 2020,
        pure_getters: true,
        pure_funcs: ['warning', 'warningOnce', 'logV6DeprecationWarnings'],
      },
      format: { ecma: 2020, comments: false },
    },
    assetsInlineLimit: 0,
    rollupOptions: isSsrBuild ? {} : { output: { manualChunks: chunkOf } },
  },
}))
