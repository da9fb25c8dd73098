import { loadavg } from 'node:os'
import { default as prepareShop } from '../tests/support/prepare-shop.ts'
import { measureCampaign } from './long-campaign.ts'
import { measureGrowth } from './long-growth.ts'
import { measureMemory, measureSoak } from './long-memory.ts'
import { type PartResult } from './long-parts.ts'
import { measureReady } from './long-ready.ts'
import { measuredOn } from './report.ts'
import { writeSection } from './results-file.ts'

// `npm run bench:long`: what takes long to measure, in about 45 minutes. `-- campaign growth` does
// these parts alone, `-- --short` each of them for seconds, to try it, `-- --write` writes
// `RESULTS.md`. It ends with 1 when a budget is exceeded.
const short = process.argv.includes('--short')
const write = process.argv.includes('--write') && !short

const PARTS: Record<string, { head: string; measure: () => Promise<PartResult> }> = {
  campaign: { head: '## A campaign', measure: () => measureCampaign(short ? 20 : undefined) },
  growth: { head: '## Growth', measure: () => (short ? measureGrowth(4, 700) : measureGrowth()) },
  memory: { head: '## Memory', measure: () => measureMemory(short ? 5 : undefined) },
  ready: { head: '## Ready', measure: () => measureReady(short ? 1 : undefined) },
  soak: { head: '## Soak', measure: () => measureSoak(short ? 4 : undefined) },
}

const named = process.argv.slice(2).filter((word) => !word.startsWith('--'))
const unknown = named.filter((name) => !Object.hasOwn(PARTS, name))
if (unknown.length > 0)
  throw new Error(`No part ${unknown.join(', ')}: there are ${Object.keys(PARTS).join(', ')}`)

await prepareShop()
const problems: string[] = []
for (const [name, { head, measure }] of Object.entries(PARTS)) {
  if (named.length > 0 && !named.includes(name)) continue
  const loadBefore = loadavg()[0] ?? 0
  const result = await measure()
  console.log(`\n${head}\n\n${result.report}\n`)
  if (write)
    writeSection(
      head,
      `${measuredOn(loadBefore, `npm run bench:long -- ${name} --write`)}\n\n${result.report}`,
    )
  problems.push(...result.problems)
}
for (const problem of problems) console.error(`Over budget: ${problem}`)
process.exitCode = problems.length > 0 ? 1 : 0
