import { z } from 'zod'
import { inviteFirstAdmin } from '#api/accounts/staff/invite-first-admin.ts'
import { openDatabase } from '#api/db/client.ts'
import { registerMails } from '#api/platform/register-mails.ts'
import { setUpShop } from '#api/platform/set-up-shop.ts'
import { ensureSecrets } from '#settings/kept-secrets.ts'
import { readSettings } from '#settings/settings.ts'

const REFUSALS = {
  has_admin: 'There is an admin already, who invites all others under /staff/people.',
  other_account: 'This address leads to another account.',
}

/**
 * `npm run set-up -- --admin EMAIL`: makes an empty database a shop of its own, without the demo, and
 * invites its first admin. Exits with 0, or with 1 and a sentence.
 */
async function run(email: string): Promise<number> {
  const settings = readSettings(process.env, ensureSecrets)
  if (settings.mode === 'shop') {
    console.error('The shop runs alone (API_URL): set up the service, where its database is.')
    return 1
  }
  const database = await openDatabase(settings)
  try {
    await database.migrate()
    registerMails()
    for (const name of await setUpShop(database.db)) console.log(`Brand added: ${name}`)
    const invited = await inviteFirstAdmin({ database, settings }, email, new Date())
    if (!invited.ok) {
      console.error(REFUSALS[invited.reason])
      return 1
    }
    console.log(
      `${email} is the first admin. This link was mailed and works for four days:\n\n  ${invited.link}\n`,
    )
    console.log('The mail leaves when the shop runs. What else is missing, says: npm run doctor')
    return 0
  } finally {
    await database.close()
  }
}

const at = process.argv.indexOf('--admin')
const email = z.email().safeParse(at === -1 ? undefined : process.argv[at + 1])
if (!email.success) {
  console.error('Say who the first admin is: npm run set-up -- --admin EMAIL')
  process.exit(1)
}
process.exitCode = await run(email.data).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  return 1
})
