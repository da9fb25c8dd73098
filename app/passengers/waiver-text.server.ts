import { marked } from 'marked'
import { WAIVER_VERSION } from '#contract/waiver.ts'
import waiver202611 from '../../content/waiver-2026-11.md?raw'
import { LegalFrontMatter, type LegalText } from '../texts/legal-text.server.ts'
import { fillBrandName, parseContent } from '../texts/parse-content.server.ts'

/** Every version that was signed stays readable. */
const versions = new Map([['2026-11', parseContent(LegalFrontMatter, waiver202611)]])

/** The waiver with the brand's name; undefined for an unknown version. */
export async function getWaiverText(
  brandName: string,
  version: string = WAIVER_VERSION,
): Promise<LegalText | undefined> {
  const found = versions.get(version)
  if (!found) return undefined
  return { ...found.matter, html: await marked.parse(fillBrandName(found.text, brandName)) }
}
