import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { html, raw } from 'hono/html'
import { marked } from 'marked'
import { isObject } from './extract-schemas.ts'
import { TAGS } from './tags.ts'

const STYLE = `
:root { color-scheme: light dark; --ink: #17192b; --paper: #fff; --line: #d9dbe6; --link: #2f4bd0;
  --sunken: #f4f5fa }
@media (prefers-color-scheme: dark) {
  :root { --ink: #eceef8; --paper: #12141f; --line: #34374a; --link: #9db0ff; --sunken: #1b1e2d }
}
body { margin: 0; background: var(--paper); color: var(--ink); font: 1rem/1.6 system-ui, sans-serif }
main { max-width: 60rem; margin: 0 auto; padding: 2rem 1.25rem 4rem }
h1 { font-size: 2rem; line-height: 1.2 }
h2 { margin-top: 2.5rem; font-size: 1.375rem }
a { color: var(--link) }
pre, .scroll { overflow-x: auto }
pre { padding: 1rem; border-radius: .5rem; background: var(--sunken); font-size: .875rem; line-height: 1.5 }
code { font-family: ui-monospace, monospace; font-size: .9em; overflow-wrap: anywhere }
pre code { overflow-wrap: normal }
table { border-collapse: collapse; width: 100% }
th, td { padding: .5rem .75rem .5rem 0; border-bottom: 1px solid var(--line); text-align: left;
  vertical-align: top }
`
const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64')

/** The page has an inline style and loads nothing else. */
export const DOCS_POLICY =
  `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; base-uri 'none'; form-action ` +
  `'none'; frame-ancestors 'none'`

/** Renders `docs/api.md` as a page, followed by every call of the document. */
export function renderDocsPage(document: object): string {
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>How to call /v1</title>
        ${raw(`<style>${STYLE}</style>`)}
      </head>
      <body>
        <main>
          ${raw(withScrollingTables(marked.parse(readDocs(), { async: false })))}
          ${TAGS.map((tag) => callsOf(tag, document))}
        </main>
      </body>
    </html>`
  return String(page)
}

/** Makes wide tables scroll, also by keyboard. */
const withScrollingTables = (page: string): string =>
  page
    .replaceAll('<table>', '<div class="scroll" tabindex="0" role="region" aria-label="Table"><table>')
    .replaceAll('</table>', '</table></div>')
    .replaceAll('<pre>', '<pre tabindex="0">')

function callsOf({ name, description }: (typeof TAGS)[number], document: object) {
  const calls = listCalls(document).filter(({ tag }) => tag === name)
  return html`<h2>${name}</h2>
    <p>${description}</p>
    <div class="scroll" tabindex="0" role="region" aria-label="${name}">
      <table>
        <thead>
          <tr>
            <th scope="col">Call</th>
            <th scope="col">What it does</th>
          </tr>
        </thead>
        <tbody>
          ${calls.map(
            ({ method, path, summary }) =>
              html`<tr>
                <td><code>${method.toUpperCase()} ${path}</code></td>
                <td>${summary}</td>
              </tr>`,
          )}
        </tbody>
      </table>
    </div>`
}

function listCalls(document: object) {
  const paths = 'paths' in document && isObject(document.paths) ? Object.entries(document.paths) : []
  return paths.flatMap(([path, methods]) =>
    Object.entries(isObject(methods) ? methods : {}).flatMap(([method, operation]) => {
      if (!isObject(operation)) return []
      const tag = Array.isArray(operation['tags']) ? String(operation['tags'][0]) : ''
      const summary = typeof operation['summary'] === 'string' ? operation['summary'] : ''
      return [{ method, path, tag, summary }]
    }),
  )
}

/** Finds the file in the sources and next to the built bundle. */
function readDocs(): string {
  const here = dirname(fileURLToPath(import.meta.url))
  const found = [resolve(here, '../../../docs/api.md'), join(here, 'api.md')].find((file) => existsSync(file))
  if (!found) throw new Error('docs/api.md is missing')
  return readFileSync(found, 'utf8')
}
