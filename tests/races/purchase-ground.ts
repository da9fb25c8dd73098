import { type Api } from '#api/app.ts'
import { type Database, openDatabase } from '#api/db/client.ts'
import { createCodeVault } from '#api/gateways/sealed-text.ts'
import { logInAgain } from '../support/give-tenders.ts'
import { type SharedPostgres } from '../support/shared-postgres.ts'
import { RecordingMailer } from '../support/recording-mailer.ts'
import { type ChosenDeparture, departureAt, seatOrder } from '../support/shopper.ts'
import { TEST_NOW } from '../support/test-api.ts'
import { type Composed, composeKillable } from './compose-killable.ts'

/** A demo shop with a guest who is about to buy two seats; every purchase gets a copy. */
export interface PurchaseFixture {
  databaseUrl: string
  now: string
  email: string
  token: string
  flight: ChosenDeparture
  /** The price of two seats. */
  cents: number
  /** A customer with an account, and what they pay with beside the card. */
  member: Member
  /** Sells all seats of the flight to another buyer. */
  sellOut(database: Database): Promise<void>
}

export interface Member {
  email: string
  token: string
  tenders: { gift_cards: readonly number[]; vouchers: readonly string[]; apply_user_credit: true }
  /** The amount of two seats that is left for the card. */
  cents: number
}

const EMAIL = 'ada@example.com'
const DAY = '2027-05-20'

async function post(api: Api, path: string, body: unknown, token?: string): Promise<Record<string, unknown>> {
  const headers = {
    'Content-Type': 'application/json',
    ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
  }
  const request = new Request(`http://v1.internal${path}`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  })
  const response = await api.fetch(request)
  if (response.status !== 201) throw new Error(`${path} answered ${String(response.status)}`)
  return (await response.json()) as Record<string, unknown>
}

/**
 * The demo customer's seat costs 229; with 19.50 of its fees by card, a voucher of 100 and a credit
 * of 60 it leaves 95.50.
 */
async function findMember({ deps }: Composed): Promise<Member> {
  const [card] = (
    await deps.database.query('select id from gift_cards where product_id = 6 and last_emailed_to is null')
  ).rows
  const { derive } = createCodeVault(deps.settings.secrets.code)
  const tenders = {
    gift_cards: [Number(card?.['id'])],
    vouchers: [derive('demo voucher 6')],
    apply_user_credit: true,
  } as const
  const token = await logInAgain(deps, 1)
  return { email: 'customer@example.com', token, tenders, cents: 9550 }
}

async function register(api: Api, email: string): Promise<string> {
  const { jwt } = await post(api, '/v1/customers', { customer: { email } })
  return String(jwt)
}

export async function preparePurchaseFixture(postgres: SharedPostgres): Promise<PurchaseFixture> {
  const databaseUrl = await postgres.createDemoDatabase()
  const database = await openDatabase({ databaseUrl, dataDir: '' })
  await database.query('delete from departure_exceptions')
  const composed = await composeKillable({ database, now: TEST_NOW, mailer: new RecordingMailer() })
  const { api, sandbox, work } = composed
  await sandbox.setUp()
  const token = await register(api, EMAIL)
  const rival = await register(api, 'rival@example.com')
  // The test removes the welcome mail of the guest.
  await work()
  const flight = await departureAt({ deps: { database } }, 6, DAY, '14:30')
  const member = await findMember(composed)
  await database.close()
  const sellOut: PurchaseFixture['sellOut'] = async (taken) => {
    const { api } = await composeKillable({ database: taken, now: TEST_NOW, mailer: new RecordingMailer() })
    const placed = await post(api, '/v1/orders', seatOrder(flight, 4), rival)
    const { id, amount_due: amount } = placed['order'] as { id: number; amount_due: number }
    const payment = { order_id: id, stripe_payment: { amount, stripe_source: 'pm_card_visa' } }
    await post(api, '/v1/payments', { payment }, rival)
  }
  return { databaseUrl, now: TEST_NOW, email: EMAIL, token, flight, cents: 50_400, member, sellOut }
}
