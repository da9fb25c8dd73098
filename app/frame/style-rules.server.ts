/** A rule of a style sheet. */
export interface StyleRule {
  /** The at-rule around it; empty without one. */
  around: string
  css: string
  /**
   * What a page must have so that a selector of the rule can match, for each selector; undefined if
   * the rule has no selector.
   */
  needs: readonly (readonly string[])[] | undefined
}

const STRING = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/g
const LAYERS = /^@(?:media|supports)\b/

/** Reads the rules of a style sheet without comments. */
export function parseRules(sheet: string, around = ''): StyleRule[] {
  // Braces in strings are no braces of rules.
  const text = sheet.replaceAll(STRING, (string) => string.replaceAll(/[{};]/g, '_'))
  const rules: StyleRule[] = []
  let start = 0
  let depth = 0
  let open = 0
  for (const { 0: brace, index } of text.matchAll(/[{};]/g)) {
    if (brace === '{') {
      if (depth++ === 0) open = index
    } else if (brace === '}' && --depth === 0) {
      rules.push(...readRule(sheet.slice(start, open).trim(), sheet.slice(open + 1, index), around))
      start = index + 1
    } else if (depth === 0) start = index + 1
  }
  return rules
}

function readRule(prelude: string, body: string, around: string): StyleRule[] {
  const css = `${prelude}{${body}}`
  if (!LAYERS.test(prelude))
    return [{ around, css, needs: prelude.startsWith('@') ? undefined : needsOf(prelude) }]
  // At-rules inside each other are rare: they stay together, for pages with anything of them.
  return around ? [{ around, css, needs: undefined }] : parseRules(body, prelude)
}

const ARGUMENTS = /\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)/g
const DATA = /\[(data-(?:brand|layout))=["']?([\w-]+)["']?\]/g

/** What a selector in parentheses asks for is not known here: such a selector may match any page. */
function needsOf(prelude: string): string[][] {
  const selectors = prelude.replaceAll(ARGUMENTS, '').split(',')
  return selectors.map((selector) => [
    ...Array.from(selector.matchAll(DATA), ([, name = '', value = '']) => `${name}="${value}"`),
    ...(selector
      .replaceAll(/\[[^\]]*\]|::?[\w-]+/g, '')
      .match(/[.#]?[a-z_][\w-]*/gi)
      ?.filter((name) => !name.startsWith('#')) ?? []),
  ])
}
