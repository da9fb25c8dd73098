import { type MailTheme } from '#brands/brand.ts'
import { findShopBrand } from '#brands/index.ts'
import { type MailBrand } from './mail-brand.ts'

/** Markup that is safe to put into a page as it is. */
export class Html {
  constructor(readonly markup: string) {}
}

type Part = Html | string | number | Part[] | null | undefined | false

const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function render(part: Part): string {
  if (part === null || part === undefined || part === false) return ''
  if (part instanceof Html) return part.markup
  if (Array.isArray(part)) return part.map(render).join('')
  return String(part).replace(/[&<>"']/g, (sign) => ESCAPES[sign] ?? sign)
}

/** Markup from a template; every value is escaped, except what is `Html` already. */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
  return new Html(strings.map((text, at) => text + render(parts[at])).join(''))
}

export type { MailTheme }

/** A brand without a theme of its own uses the first one. */
export const getMailTheme = (brandId: number): MailTheme => findShopBrand(brandId).mails

const BRAND_FACE = "font-family:Georgia,'Times New Roman',serif;font-size:20px"
const TEXT_FACE = 'font-family:Arial,Helvetica,sans-serif;line-height:1.5'

/**
 * The page around a mail's content: one table column of 600 px, no images, colours inline for light
 * and by a media query for dark. Programs that know neither show plain paragraphs in the same
 * order.
 *
 * @param preheader what an inbox shows beside the subject
 */
export function mailFrame(brand: MailBrand, title: string, preheader: string, content: Html): string {
  const theme = getMailTheme(brand.id)
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title>${title}</title>
        <style>
          ${new Html(darkStyles(theme))}
        </style>
      </head>
      <body class="canvas" style="margin:0;padding:0;background:${theme.canvas};color:${theme.ink}">
        <div style="display:none;max-height:0;overflow:hidden">${preheader}</div>
        <table
          role="presentation"
          class="canvas"
          width="100%"
          cellpadding="0"
          cellspacing="0"
          border="0"
          style="background:${theme.canvas}"
        >
          <tr>
            <td align="center" style="padding:24px 12px">
              <table
                role="presentation"
                class="surface"
                width="600"
                cellpadding="0"
                cellspacing="0"
                border="0"
                style="width:100%;max-width:600px;background:${
                  theme.surface
                };border:1px solid ${theme.line};border-radius:12px"
              >
                <tr>
                  <td style="padding:24px 28px 0;${BRAND_FACE};color:${theme.ink}" class="ink">
                    ${brand.name}
                  </td>
                </tr>
                <tr>
                  <td
                    style="padding:8px 28px 28px;${TEXT_FACE};font-size:16px;color:${theme.ink}"
                    class="ink"
                  >
                    ${content}
                  </td>
                </tr>
              </table>
              <p
                class="muted"
                style="max-width:600px;margin:16px auto 0;${TEXT_FACE};font-size:13px;color:${theme.inkMuted}"
              >
                ${brand.name}${brand.tagline ? html` · ${brand.tagline}` : ''}<br />${brand.phone} ·
                ${brand.email}
              </p>
            </td>
          </tr>
        </table>
      </body>
    </html>`.markup
}

export function heading(brand: MailBrand, text: string): Html {
  const style =
    `margin:12px 0 8px;font-family:Georgia,'Times New ` +
    `Roman',serif;font-weight:normal;font-size:28px;line-height:1.2;color:${getMailTheme(brand.id).ink}`
  return html`<h1 class="ink" style="${style}">${text}</h1>`
}

export function subheading(brand: MailBrand, text: string): Html {
  const style = `margin:24px 0 4px;font-size:16px;color:${getMailTheme(brand.id).ink}`
  return html`<h2 class="ink" style="${style}">${text}</h2>`
}

export function paragraph(content: Html | string): Html {
  return html`<p style="margin:0 0 12px">${content}</p>`
}

export function button(brand: MailBrand, label: string, href: string): Html {
  const theme = getMailTheme(brand.id)
  const style =
    'display:inline-block;padding:12px ' +
    `22px;border-radius:10px;background:${theme.primary};color:${
      theme.onPrimary
    };font-weight:bold;text-decoration:none`
  return html`<p style="margin:20px 0"><a class="button" href="${href}" style="${style}">${label}</a></p>`
}

/** The link to the order of a mail, if any, in text and HTML. */
export function orderLinkPart(brand: MailBrand): { text: string[]; content: Html | '' } {
  if (brand.orderHref === undefined) return { text: [], content: '' }
  return {
    text: [`Your order: ${brand.orderHref}`],
    content: button(brand, 'See your order', brand.orderHref),
  }
}

/** Rows of a label and a value; amounts line up on the right. */
export function rows(brand: MailBrand, pairs: readonly (readonly [string, string])[], last?: 'total'): Html {
  const { line, ink } = getMailTheme(brand.id)
  const cells = pairs.map(([label, value], at) => {
    const weight = last === 'total' && at === pairs.length - 1 ? 'bold' : 'normal'
    const style =
      'padding:6px 0;border-bottom:1px solid ' +
      `${line};color:${ink};font-weight:${weight};vertical-align:top`
    return html`<tr>
      <td class="row ink" style="${style}">${label}</td>
      <td class="row ink" align="right" style="${style};padding-left:16px">${value}</td>
    </tr> `
  })
  return html`<table
    role="presentation"
    width="100%"
    cellpadding="0"
    cellspacing="0"
    border="0"
    style="font-size:15px;line-height:1.4"
  >
    ${cells}
  </table>`
}

function darkStyles({ dark }: MailTheme): string {
  const rules = [
    `.canvas{background:${dark.canvas}!important}`,
    `.surface{background:${dark.surface}!important;border-color:${dark.line}!important}`,
    `.ink{color:${dark.ink}!important}`,
    `.muted{color:${dark.inkMuted}!important}`,
    `.row{border-color:${dark.line}!important}`,
    `.link{color:${dark.link}!important}`,
    `.button{background:${dark.primary}!important;color:${dark.onPrimary}!important}`,
  ]
  return `@media (prefers-color-scheme:dark){${rules.join('')}}`
}
