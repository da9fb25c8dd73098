import { WAIVER_VERSION } from '#contract/waiver.ts'
import { type WrittenWords } from '#contract/written-text.ts'
import waiver202611 from '../../content/waiver-2026-11.md?raw'
import { ownMarkdown } from '../texts/blog-pictures.server.ts'
import { LegalFrontMatter, type LegalText } from '../texts/legal-text.server.ts'
import { fillBrandName, parseContent } from '../texts/parse-content.server.ts'

/** Every version of the files that was signed stays readable. */
const versions = new Map([['2026-11', parseContent(LegalFrontMatter, waiver202611)]])

/** A waiver as a page shows it. */
export type WaiverText = Omit<LegalText, 'updated'>

/**
 * The waiver with the brand's name; undefined for an unknown version.
 *
 * @param saved the words of a version that staff saved; without them it is one of the files
 */
export async function getWaiverText(
  brandName: string,
  version: string = WAIVER_VERSION,
  saved?: WrittenWords | null,
): Promise<WaiverText | undefined> {
  const words = saved ?? findWaiverFile(version)
  if (!words) return undefined
  const { title, summary, body } = words
  return { title, summary, html: await ownMarkdown.parse(fillBrandName(body, brandName)) }
}

/** The words of a version of the files. */
export function findWaiverFile(version: string = WAIVER_VERSION): WrittenWords | undefined {
  const file = versions.get(version)
  return file && { title: file.matter.title, summary: file.matter.summary, body: file.text.trim() }
}
