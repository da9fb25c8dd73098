import { stat } from 'node:fs/promises'
import { openDatabase } from '#api/db/client.ts'
import { diagnoseBackup, diagnoseData, diagnoseSettings } from '#api/platform/diagnose.ts'
import { advice, type Finding } from '#api/platform/finding.ts'
import { ensureSecrets } from '#settings/kept-secrets.ts'
import { readSettings, SettingsError } from '#settings/settings.ts'
import { listUnpinned } from './images/image-names.ts'
import { root } from './root.mjs'

/**
 * `npm run doctor [-- --backup FILE]`: exits with 0 when the shop is ready, 1 when something is
 * missing, 2 when the check failed.
 */
async function run(backup: string | undefined): Promise<number> {
  const now = new Date()
  const settings = readSettings(process.env, ensureSecrets)
  if (settings.mode === 'shop') {
    console.log('The shop runs alone (API_URL): run the doctor where its service runs.')
    return 2
  }
  const findings = [
    ...diagnoseSettings(settings),
    ...diagnoseImages(),
    ...diagnoseBackup(await madeAt(backup), now),
  ]
  const database = await openDatabase(settings)
  try {
    findings.push(...(await diagnoseData(database, now, settings)))
  } finally {
    await database.close()
  }
  print(findings)
  return findings.some(({ level }) => level === 'missing') ? 1 : 0
}

function diagnoseImages(): Finding[] {
  const names = [...new Set(listUnpinned(root).map(({ name }) => name))]
  if (names.length === 0) return []
  return [
    advice(
      'images',
      `${names.join(', ')} are named by tags alone, which others can move: npm run pin-images, where the ` +
        'shop runs in containers.',
    ),
  ]
}

async function madeAt(file: string | undefined): Promise<Date | 'missing' | undefined> {
  if (file === undefined) return undefined
  return stat(file).then(
    ({ mtime }) => mtime,
    () => 'missing',
  )
}

function print(findings: readonly Finding[]): void {
  const titles = { missing: 'Missing for going live:', advice: 'Worth doing:' }
  for (const level of ['missing', 'advice'] as const) {
    const some = findings.filter((finding) => finding.level === level)
    if (some.length === 0) continue
    console.log(titles[level])
    for (const { about, message } of some) console.log(`  - ${about}: ${message}`)
  }
  if (!findings.some(({ level }) => level === 'missing')) console.log('Nothing is missing: ready to go live.')
}

const at = process.argv.indexOf('--backup')
process.exitCode = await run(at === -1 ? undefined : process.argv[at + 1]).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  // Invalid settings are a finding; an unavailable database means that the check failed.
  return error instanceof SettingsError ? 1 : 2
})
