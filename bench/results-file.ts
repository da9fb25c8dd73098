import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'

const RESULTS = resolve(import.meta.dirname, 'RESULTS.md')

/**
 * Replaces a section of `RESULTS.md` and keeps the others; a new one is added at the end.
 * @param head the section's heading; the first part of the file has the heading of the file
 */
export function writeSection(head: string, text: string): void {
  writeFileSync(RESULTS, replaceSection(readFileSync(RESULTS, 'utf8'), head, text))
}

/** A section ends before the next heading of the second level. */
export function replaceSection(results: string, head: string, text: string): string {
  const sections = results.split(/^(?=## )/m)
  const section = `${head}\n\n${text.trim()}\n`
  const at = sections.findIndex((one) => one.startsWith(`${head}\n`))
  if (at < 0) sections.push(section)
  else sections[at] = section
  return `${sections.map((one) => one.trim()).join('\n\n')}\n`
}
