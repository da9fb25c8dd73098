import { marked } from 'marked'
import { WAIVER_VERSION } from '#contract/waiver.ts'
import waiver202611 from '../../content/waiver-2026-11.md?raw'
import { type LegalText, parseContent } from './legal-text.server.ts'

/** Every version that anybody signed stays readable as it was. */
const versions: Readonly<Record<string, ReturnType<typeof parseContent>>> = {
  '2026-11': parseContent(waiver202611),
}

const escaped: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/** The waiver as it reads in the brand's name; undefined for a version nobody knows. */
export async function getWaiverText(
  brandName: string,
  version: string = WAIVER_VERSION,
): Promise<LegalText | undefined> {
  const found = versions[version]
  if (!found) return undefined
  const safeName = brandName.replace(/[&<>]/g, (sign) => escaped[sign] ?? sign)
  return { ...found.matter, html: await marked.parse(found.text.replaceAll('{{brand}}', safeName)) }
}
