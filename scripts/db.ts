import { openDatabase } from '#api/db/client.ts'
import { seedDemo } from '#api/db/seed/seed-demo.ts'
import { createCodeVault } from '#api/gateways/sealed-text.ts'
import { ensureSecrets } from '#settings/kept-secrets.ts'
import { DEMO_PASSWORD_DEFAULT, readSettings } from '#settings/settings.ts'

const [command] = process.argv.slice(2)

/** `npm run db:migrate` and `npm run db:seed`, on the database that the settings name. */
async function run(): Promise<void> {
  const settings = readSettings(process.env, ensureSecrets)
  const database = await openDatabase(settings)
  try {
    await database.migrate()
    if (command === 'seed') await seed()
  } finally {
    await database.close()
  }

  async function seed(): Promise<void> {
    const { rows } = await database.query('select 1 from brands limit 1')
    if (rows.length > 0)
      throw new Error('The database is not empty: the demo shop is loaded into an empty one only.')
    if (settings.mode === 'server' && settings.demoPassword === DEMO_PASSWORD_DEFAULT) {
      throw new Error(
        'Set DEMO_PASSWORD: on a server the demo accounts get no password that everybody knows.',
      )
    }
    await seedDemo(database.db, {
      now: new Date(),
      demoPassword: settings.demoPassword,
      codes: createCodeVault(settings.secrets.code),
    })
  }
}

if (command !== 'migrate' && command !== 'seed') {
  console.error('Say what to do: migrate or seed.')
  process.exit(2)
}
await run().then(
  () => {
    console.log(command === 'seed' ? 'The demo shop has been loaded.' : 'The database is up to date.')
  },
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : error)
    process.exit(1)
  },
)
