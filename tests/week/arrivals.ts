import { JwtReply } from '#contract/people.ts'
import { drawPerson } from '#api/platform/demo-season/people.ts'
import { type Random } from '#api/platform/demo-season/random.ts'
import { type Account, logInAgain } from '../support/give-tenders.ts'
import { read, type World } from './world.ts'

/** Somebody who buys: a guest, or a customer with an account. */
export interface Buyer {
  email: string
  token: string
  account?: Account
}

let buyers = 0

/** A guest whom nobody has seen before; the mailbox of one in thirty does not exist. */
export async function comeAsGuest(world: World, random: Random): Promise<Buyer> {
  buyers += 1
  const { email: name } = drawPerson(random, buyers)
  const email = random.chance(0.03) ? `bounce.${name}` : name
  const answer = await world.call('POST', '/v1/customers', { body: { customer: { email } } })
  return { email, token: read(answer, JwtReply).jwt }
}

/** A customer who logs in again. */
export async function comeAsCustomer(world: World, account: Account): Promise<Buyer> {
  const token = await logInAgain({ ...world.processes[0].deps, database: world.database }, account.userId)
  return { email: account.email, token, account }
}
