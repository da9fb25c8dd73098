import { describe, expect, test } from 'vitest'
import { getLegalText } from './legal-text.server.ts'

describe(getLegalText, () => {
  test.each([
    ['terms-conditions', 'Terms & Conditions'],
    ['privacy-policy', 'Privacy Policy'],
  ] as const)('%s is a text in the name of the brand', async (name, title) => {
    const text = await getLegalText(name, 'Up & Away <b>')
    expect(text.title).toBe(title)
    expect(text.html).toContain('Up &amp; Away &lt;b&gt;')
    expect(text.html).not.toContain('{{')
    expect(text.html).toContain('counsel')
    expect(text.html.match(/<h2/g)?.length).toBeGreaterThan(5)
    expect(text.html).not.toMatch(/ style=/)
  })
})
