const SUMMARY = /<div class="esum" id="errors" tabindex="-1" autofocus="">/
const FAILURE = /<p class="alert bad[\w ]*" role="alert" tabindex="-1">/
const CARD_AREA = /<div class="card-area\b[^>]*>/
const INVALID = /<(?:input|select|textarea)\b[^>]*\baria-invalid="true"[^>]*>/
const SENTENCE = /<p class="error" id="([\w-]+?)(?:-error)?"[^>]*>/
const FOCUSED = /<(?:input|select|textarea)\b[^>]*\bautofocus=""/
/** No page without any of these has a field in error or a failure. */
const SIGNS = ['aria-invalid="true"', '<p class="error"', '<p class="alert bad']
const CONTROL = /<(?:input\b(?![^>]*\btype="hidden")|select\b|textarea\b)[^>]*>/

/**
 * Sets autofocus on the first field in error of a refused page. Autofocus works without scripts,
 * but only one element of a page may have it, and which one is known only when the whole page is
 * rendered. If no field is wrong, the summary keeps the focus, or the message of the failure gets
 * it.
 */
export function focusFirstError(html: string): string {
  // Most pages end here; the patterns take several times as long.
  if (!SIGNS.some((sign) => html.includes(sign))) return html
  // A form of `ui/form` sets the autofocus of its first field in error itself.
  if (FOCUSED.test(html)) return html
  const field = findFirstField(html) ?? (SUMMARY.test(html) ? undefined : tagIn(html, FAILURE))
  if (!field) return html
  const { start, tag } = field
  const marked = tag.replace(/\/?>$/, (end) => ` autofocus=""${end}`)
  const page = html.slice(0, start) + marked + html.slice(start + tag.length)
  return page.replace(SUMMARY, (summary) => summary.replace(' autofocus=""', ''))
}

interface Tag {
  start: number
  tag: string
}

/**
 * A field is marked as invalid itself; a group of boxes is marked by the error message before it.
 */
function findFirstField(html: string): Tag | undefined {
  const invalid = tagIn(html, INVALID)
  const sentence = SENTENCE.exec(html)
  if (!sentence || (invalid && invalid.start < sentence.index)) return invalid
  const area = sentence[1] === 'card' ? tagIn(html, CARD_AREA) : undefined
  return area ?? tagIn(html, CONTROL, sentence.index)
}

function tagIn(html: string, pattern: RegExp, from = 0): Tag | undefined {
  const found = pattern.exec(html.slice(from))
  return found ? { start: from + found.index, tag: found[0] } : undefined
}
