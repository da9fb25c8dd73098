import { type ApiDeps } from '../../deps.ts'
import { registerMails } from '../register-mails.ts'
import { registerMoneyHandlers } from '../register-money-handlers.ts'
import { driveHouse } from './drive-house.ts'
import { driveLater } from './drive-later.ts'
import { driveBooking, driveCardSale, type Refused } from './drive-sales.ts'
import { hireAgent } from './hire-agent.ts'
import { hirePilots } from './hire-pilots.ts'
import { offerSeatTypes } from './seat-types.ts'
import { planSeason } from './plan-season.ts'
import { openRecord, readSeason } from './season-record.ts'
import { openDesk, type SeasonClock, type SeasonProvider, type SeasonShop } from './season-shop.ts'
import { type SeasonStep } from './steps.ts'
import { addSecondFlights } from './second-flights.ts'
import { writeTexts } from './write-texts.ts'

export interface FilledSeason {
  /** Steps that were done, and those that the shop refused, by kind and reason. */
  done: number
  refused: Record<string, number>
}

/** What the filling needs: the service with the season's clock, and the provider's side. */
export interface SeasonParts {
  deps: ApiDeps
  clock: SeasonClock
  provider: SeasonProvider
  /** Answers a call of `/v1` by the season's clock. */
  callApi: SeasonShop['callApi']
  /** True when the filling shall stop after the step that runs. */
  isStopped?: () => boolean
  /** Lets others work between two steps. */
  pause?: () => Promise<void>
}

/**
 * Fills the demo shop with its season: every sale, refund and flight goes through the service as it
 * would have on that day. It goes on after the last step that was begun, so a stop in between
 * leaves at most one booking unpaid.
 *
 * @returns undefined when there is nothing to fill, or it was stopped
 */
export async function fillDemoSeason(parts: SeasonParts): Promise<FilledSeason | undefined> {
  const { clock, provider, callApi, isStopped = () => false } = parts
  const deps: ApiDeps = { ...parts.deps, clock, jobs: undefined }
  const { query } = deps.database
  const season = await readSeason(query)
  if (!season || season.isFilled) return undefined
  registerMails()
  registerMoneyHandlers()
  const { seed, startedAt: endsAt } = season
  const steps = planSeason({ seed, now: endsAt })
  const [first] = steps
  if (first) clock.set(first.at)
  const record = await openRecord(query)
  const staff = await openDesk(deps)
  const shop: SeasonShop = { deps, clock, provider, callApi, record, endsAt, staff }
  await hirePilots(shop)
  await hireAgent(shop)
  await offerSeatTypes(shop)
  await addSecondFlights(shop)
  await writeTexts(shop)
  const filled: FilledSeason = { done: 0, refused: {} }
  for (const [index, step] of steps.entries()) {
    if (index < season.steps) continue
    if (isStopped()) return undefined
    await record.begin(index + 1)
    clock.set(step.at)
    count(filled, step, await drive(shop, step))
    // The embedded database answers within a turn: without a pause no visitor would be served.
    await parts.pause?.()
  }
  clock.set(endsAt)
  await driveHouse(shop, { kind: 'night', at: endsAt })
  await provider.forgetEvents()
  await query('analyze')
  await record.finish()
  return filled
}

function count(filled: FilledSeason, { kind }: SeasonStep, refused: Refused): void {
  filled.done += 1
  if (refused === undefined) return
  const why = `${kind}: ${refused}`
  filled.refused[why] = (filled.refused[why] ?? 0) + 1
}

function drive(shop: SeasonShop, step: SeasonStep): Promise<Refused> {
  switch (step.kind) {
    case 'book':
      return driveBooking(shop, step)
    case 'gift':
      return driveCardSale(shop, step)
    case 'refund':
    case 'cancel':
    case 'reschedule':
    case 'voucher':
    case 'ask':
    case 'dispute':
    case 'decide':
    case 'comment':
    case 'weights':
    case 'answer':
    case 'withdraw':
    case 'no-show':
    case 'board':
    case 'turn-back':
      return driveLater(shop, step)
    default:
      return driveHouse(shop, step)
  }
}
