import { marked } from 'marked'
import { z } from 'zod'
import membershipTerms from '../../content/membership-terms-and-conditions.md?raw'
import privacyPolicy from '../../content/privacy-policy.md?raw'
import termsConditions from '../../content/terms-conditions.md?raw'

const FrontMatter = z.object({ title: z.string().min(1), summary: z.string().min(1), updated: z.iso.date() })

export interface LegalText extends z.infer<typeof FrontMatter> {
  html: string
}

const escaped: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/** Splits a Markdown file into its typed front matter and its text. @throws when the front matter lacks something */
export function parseContent(file: string): { matter: z.infer<typeof FrontMatter>; text: string } {
  const [, head = '', text = ''] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(file) ?? []
  const pairs = head.split('\n').map((line): [string, string] => {
    const colon = line.indexOf(':')
    return [line.slice(0, colon), line.slice(colon + 1).trim()]
  })
  return { matter: FrontMatter.parse(Object.fromEntries(pairs)), text }
}

const texts = {
  'terms-conditions': parseContent(termsConditions),
  'membership-terms-and-conditions': parseContent(membershipTerms),
  'privacy-policy': parseContent(privacyPolicy),
}

/** A legal text in the brand's name. The texts are our own; the name is the catalogue's, and escaped. */
export async function getLegalText(name: keyof typeof texts, brandName: string): Promise<LegalText> {
  const { matter, text } = texts[name]
  const safeName = brandName.replace(/[&<>]/g, (sign) => escaped[sign] ?? sign)
  return { ...matter, html: await marked.parse(text.replaceAll('{{brand}}', safeName)) }
}
