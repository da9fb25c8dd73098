const named: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Markup that is already escaped. */
export class Markup {
  constructor(readonly text: string) {}
}

/**
 * Tagged template for HTML. Values are escaped unless they are markup, lists are joined, and false
 * and undefined are omitted.
 */
export function html(parts: TemplateStringsArray, ...values: unknown[]): Markup {
  return new Markup(parts.reduce((text, part, at) => text + render(values[at - 1]) + part))
}

function render(value: unknown): string {
  if (value instanceof Markup) return value.text
  if (Array.isArray(value)) return value.map(render).join('')
  if (value === undefined || value === null || value === false) return ''
  return String(value).replace(/[&<>"']/g, (sign) => named[sign] ?? sign)
}

/** `$1,198.00` from 119800. */
export function dollars(cents: number): string {
  const whole = Math.floor(cents / 100).toLocaleString('en-US')
  return `$${whole}.${String(cents % 100).padStart(2, '0')}`
}
