import { randomBytes } from 'node:crypto'
import pino from 'pino'
import { openDatabase } from '#api/db/client.ts'
import { renewStoredKeys } from '#api/platform/key-rotation/renew-stored-keys.ts'
import { type KeyRing, makeKeyRing } from '#settings/key-ring.ts'
import { ensureSecrets } from '#settings/kept-secrets.ts'
import { rotatedSettings } from '#settings/secret-settings.ts'
import { readSettings, type Settings } from '#settings/settings.ts'

type RotatedSetting = (typeof rotatedSettings)[number]

/** Where each secret stands while it is not in the environment. */
const KEPT_AS: Partial<Record<RotatedSetting, string>> = {
  SESSION_SECRET: 'session',
  JWT_SECRET: 'jwt',
  CODE_SECRET: 'code',
}

const ringOf = ({ secrets, backupKeys, visitorSecret, metricsToken }: Settings, name: RotatedSetting) =>
  ({
    SESSION_SECRET: secrets.session,
    JWT_SECRET: secrets.jwt,
    CODE_SECRET: secrets.code,
    BACKUP_SECRET: backupKeys,
    VISITOR_SECRET: visitorSecret,
    METRICS_TOKEN: metricsToken,
  })[name]

const isSet = (ring: KeyRing | undefined): ring is KeyRing => ring !== undefined && ring[0].secret !== ''

/** Names each secret with the ids of its keys, and no key. */
function list(settings: Settings): string {
  const lines = rotatedSettings.flatMap((name) => {
    const ring = ringOf(settings, name)
    if (!isSet(ring)) return []
    const [newest, ...others] = ring
    const accepted = others.length > 0 ? `, accepts ${others.map(({ id }) => id).join(', ')}` : ''
    return [`${name}: signs with the key ${newest.id}${accepted}`]
  })
  return [...lines, '', `To replace one: npm run rotate-secret ${rotatedSettings[0]}`].join('\n')
}

function propose(settings: Settings, name: RotatedSetting): string {
  const value = randomBytes(32).toString('base64url')
  const [fresh] = makeKeyRing([value])
  const ring = ringOf(settings, name)
  if (!isSet(ring)) return `${name} is not set yet. A value for it, with the key ${fresh.id}:\n\n  ${value}`
  const [present] = ring
  const isInFile = settings.mode === 'embedded' && !process.env[name] && KEPT_AS[name] !== undefined
  const at = isInFile ? `"${String(KEPT_AS[name])}" in ${settings.dataDir}/secrets.json` : name
  return `A new value for ${name}, with the key ${fresh.id}:

  ${value}

1. Write it behind the present value and a comma, and start every process anew:
     ${at}: PRESENT,NEW
   From then on all of them accept it. One process alone needs no such step.
2. Put it first, and start every process anew:
     ${at}: NEW,PRESENT
   From then on it signs and seals, and the key ${present.id} is accepted still.
3. When npm run doctor says that the key ${present.id} can go, leave the former value away.

docs/operations.md, "Replacing a secret", says what to do when a secret is known to others.`
}

async function renew(settings: Settings): Promise<string> {
  const database = await openDatabase(settings)
  try {
    await database.migrate()
    const renewed = await renewStoredKeys({ database, settings, log: pino({ level: settings.logLevel }) })
    return `${String(renewed)} rows have the newest key of CODE_SECRET now. The rest says: npm run doctor`
  } finally {
    await database.close()
  }
}

/** `npm run rotate-secret`, with the name of a secret or `-- --renew`. Exits with 0, or 1 and a sentence. */
async function run(wanted: string | undefined): Promise<string> {
  const settings = readSettings(process.env, ensureSecrets)
  if (wanted === undefined) return list(settings)
  if (wanted === '--renew') {
    if (settings.mode === 'shop')
      throw new Error('The shop runs alone (API_URL): renew where its service runs.')
    return renew(settings)
  }
  const name = rotatedSettings.find((one) => one === wanted)
  if (!name) throw new Error(`Say which secret: ${rotatedSettings.join(', ')}.`)
  return propose(settings, name)
}

await run(process.argv[2]).then(console.log, (error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
})
