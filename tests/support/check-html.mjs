import { HtmlValidate } from 'html-validate'

const checker = new HtmlValidate({
  extends: ['html-validate:standard'],
  rules: {
    // React writes HTML this way, which is valid.
    'void-style': 'off',
    'attribute-boolean-style': 'off',
    'attribute-empty-style': 'off',
    'no-trailing-whitespace': 'off',
    // Search results cut off long titles, which does no harm.
    'long-title': 'off',
    // The shop's own server delivers these files.
    'require-sri': 'off',
  },
})

/**
 * Lists what is not valid in a page, one line each.
 * @param {string} html
 * @returns {Promise<string[]>}
 */
export async function checkHtml(html) {
  // Style sheets have no address without a build.
  const { results } = await checker.validateString(html.replaceAll('<link rel="stylesheet" href=""/>', ''))
  return results.flatMap(({ messages }) =>
    messages.map(
      ({ ruleId, message, line, column, selector }) =>
        `${ruleId}: ${message} at ${line}:${column} ${selector ?? ''}`,
    ),
  )
}
