import { HtmlValidate } from 'html-validate'

const checker = new HtmlValidate({
  extends: ['html-validate:standard'],
  rules: {
    // How React writes, which is valid.
    'void-style': 'off',
    'attribute-boolean-style': 'off',
    'attribute-empty-style': 'off',
    'no-trailing-whitespace': 'off',
    // Search results cut a title; a title that is cut is still a title.
    'long-title': 'off',
    // Files of our own server.
    'require-sri': 'off',
  },
})

/**
 * What is not valid in a page, one line each.
 *
 * @param {string} html
 * @returns {Promise<string[]>}
 */
export async function checkHtml(html) {
  // Outside of a build style sheets have no address.
  const { results } = await checker.validateString(html.replaceAll('<link rel="stylesheet" href=""/>', ''))
  return results.flatMap(({ messages }) =>
    messages.map(
      ({ ruleId, message, line, column, selector }) =>
        `${ruleId}: ${message} at ${line}:${column} ${selector ?? ''}`,
    ),
  )
}
