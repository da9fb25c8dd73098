import { html, type Markup } from './html.ts'

export interface Page {
  title: string
  main: Markup
  status?: number
  /**
   * Origins to which a form of this page may redirect: the browser checks redirects after a POST
   * too.
   */
  formTargets?: string[]
  /** Pages of the same origin may frame this page; other pages cannot be framed. */
  framed?: boolean
}

/** A page of the sandbox: no script, nothing inline, marked as test mode. */
export function pageResponse({
  title,
  main,
  status = 200,
  formTargets = [],
  framed = false,
}: Page): Response {
  const text = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <meta name="color-scheme" content="light dark" />
        <title>${title} &ndash; Test mode</title>
        <link rel="stylesheet" href="/sandbox/sandbox.css" />
        <link rel="icon" href="data:," />
      </head>
      <body>
        <header class="banner" role="banner"><p>Test mode: no card is charged</p></header>
        <main>${main}</main>
      </body>
    </html>`.text
  const targets = [...new Set(["'self'", ...formTargets.map(originOf)])].join(' ')
  return new Response(text, {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy':
        `default-src 'none'; style-src 'self'; img-src data:; form-action ${targets}; base-uri ` +
        `'none'; frame-ancestors ${framed ? "'self'" : "'none'"}`,
      'x-frame-options': framed ? 'SAMEORIGIN' : 'DENY',
      'referrer-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
    },
  })
}

function originOf(address: string): string {
  const url = new URL(address)
  return url.origin === 'null' ? url.protocol : url.origin
}

/** Redirects with 303, so that a reload does not submit the form again. */
export const seeOther = (location: string) =>
  new Response(null, { status: 303, headers: { location, 'cache-control': 'no-store' } })
