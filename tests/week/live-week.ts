import { type Random } from '#api/platform/demo-season/random.ts'
import { toLocalTime } from '#api/rules/time/local-time.ts'
import { type Account, openAccount } from '../support/give-tenders.ts'
import { comeAsCustomer, comeAsGuest } from './arrivals.ts'
import { buyFlight } from './buyers.ts'
import { changeOrder, countDrawer, openDrawer, payOutRefunds, sellAtCounter } from './counter.ts'
import { callOff, declareWeatherDay, delayFlight, fly, workAtTerminal } from './flight-line.ts'
import { buyGiftCards } from './gifts.ts'
import { closeDay, dispute, payOut } from './house-keeping.ts'
import { createMailReaders } from './mail-readers.ts'
import { type OpenedWorld } from './open-world.ts'
import { clockIn, type Crew, hireCrew } from './staff.ts'
import { isDatabaseFault, type World } from './world.ts'

const DAY = 24 * 60
/** So many people with an account come back during the week. */
const CUSTOMERS = 24
/** So many acts happen at the same time, each in the middle of the others. */
const AT_ONCE = 5

/** A day of the week, or its first hours: where it begins, and how long it is, in minutes. */
interface SimulatedDay {
  number: number
  begins: number
  minutes: number
}

/** What the people of a day do, and how often. */
function planDay(world: World, crew: Crew, customers: readonly Account[], day: SimulatedDay): void {
  const { begins, minutes, number } = day
  const random = world.random.fork(`day ${String(number)}`)
  /** Plans an act for so many random minutes of the day. */
  const often = (aDay: number, name: string, act: (random: Random) => Promise<void>) => {
    const times = Math.ceil((aDay * minutes) / DAY)
    for (let at = 0; at < times; at++) world.later(begins + random.between(0, minutes - 1), name, act)
  }
  const asStaff =
    (act: (world: World, token: string, random: Random) => Promise<void>) => async (own: Random) =>
      act(world, await clockIn(world, own.chance(0.7) ? crew.staff : crew.admin), own)
  const eachAtCounter = async (act: (token: string) => Promise<void>) => {
    for (const one of [crew.staff, crew.admin]) await act(await clockIn(world, one))
  }

  often(70, 'a guest buys', async (own) => buyFlight(world, await comeAsGuest(world, own), own))
  often(25, 'a customer buys', async (own) =>
    buyFlight(world, await comeAsCustomer(world, own.pick(customers)), own),
  )
  often(8, 'gift cards are bought', (own) => buyGiftCards(world, customers, own))
  often(24, 'a sale at the counter', asStaff(sellAtCounter))
  often(22, 'staff change an order', asStaff(changeOrder))
  often(5, 'refunds are paid out', asStaff(payOutRefunds))
  often(3, 'a flight is delayed', asStaff(delayFlight))
  often(2, 'a departure is called off', asStaff(callOff))
  if (number === 2) often(1, 'a storm', asStaff(declareWeatherDay))
  if (number % 3 === 1) often(1, 'a dispute', () => dispute(world))
  for (let at = begins; at < begins + minutes; at += 30) {
    world.later(at, 'work at the terminal', async (own) =>
      workAtTerminal(world, await clockIn(world, crew.staff), crew.pilots, own),
    )
    for (const pilot of crew.pilots) world.later(at + 10, 'fly', (own) => fly(world, pilot, own))
  }
  const daily: readonly [hour: number, name: string, act: () => Promise<void>][] = [
    [0, 'open the drawers', async () => eachAtCounter((token) => openDrawer(world, token))],
    [1, 'close the day', () => closeDay(world, crew)],
    [4, 'pay out', () => payOut(world)],
    [22, 'count the drawers', async () => eachAtCounter((token) => countDrawer(world, token))],
  ]
  for (const [hour, name, act] of daily) {
    if (hour * 60 < minutes) world.later(begins + hour * 60, name, act)
  }
}

/** Lives through so many hours, and then lets everything that is under way come to its end. */
export async function liveWeek(opened: OpenedWorld, hours: number): Promise<void> {
  const { world, faults, events } = opened
  const deps = { ...world.processes[0].deps, database: world.database }
  const crew = await hireCrew(world)
  const customers: Account[] = []
  for (let at = 0; at < CUSTOMERS; at++) customers.push(await openAccount(deps))
  for (let number = 0; number * DAY < hours * 60; number++) {
    const begins = number * DAY
    planDay(world, crew, customers, { number, begins, minutes: Math.min(DAY, hours * 60 - begins) })
  }
  const ends = new Date(world.clock.now().getTime() + hours * 3_600_000)
  const readers = createMailReaders(world)
  const random = world.random.fork('steps')
  let before = world.clock.now()
  while (world.clock.now() < ends) {
    world.clock.advance(stepMinutes(world, random))
    faults.step()
    await liveStep(opened, before)
    await faults.afterStep()
    await events.deliver(world.clock.now())
    readers.readNew()
    before = world.clock.now()
  }
  faults.end()
  await comeToAnEnd(opened)
}

/** Nights pass in longer steps than days. */
function stepMinutes(world: World, random: Random): number {
  const hour = Number(toLocalTime(world.clock.now(), 'America/New_York').slice(0, 2))
  return hour < 6 ? random.between(10, 15) : random.between(3, 7)
}

/** People act, and the jobs whose time has come run in the middle of it. */
async function liveStep({ world }: OpenedWorld, before: Date): Promise<void> {
  const now = world.clock.now()
  await world.sandbox.tick()
  const due = world.agenda.takeDue(now)
  const jobs = runJobs(world, (queue) => queue.runDue(before, now))
  for (let at = 0; at < due.length; at += AT_ONCE) {
    await Promise.all(due.slice(at, at + AT_ONCE).map(({ act }) => act()))
  }
  await jobs
}

type Queue = World['processes'][number]['queue']

/** Each schedule runs in one of the processes, as the job library has it. */
async function runJobs(world: World, run: (queue: Queue) => ReturnType<Queue['runAll']>): Promise<void> {
  const { queue } = world.random.pick(world.processes)
  for (const { job, error } of await run(queue)) {
    world.count(`job ${job}`, 'lost')
    if (world.faults.size > 0 || isDatabaseFault(world.faults)) continue
    world.find(`the job ${job} failed: ${String(error)}`)
  }
}

/** Days pass in which nobody does anything: events arrive, jobs run, offers and holds end. */
async function comeToAnEnd({ world, events }: OpenedWorld): Promise<void> {
  // Those who are on the way finish what they have begun.
  for (let at = 0; at < 18; at++) {
    const before = world.clock.now()
    world.clock.advance(80)
    await world.sandbox.tick()
    await events.drain()
    for (const { act } of world.agenda.takeDue(world.clock.now())) await act()
    await runJobs(world, (queue) => queue.runDue(before, world.clock.now()))
  }
  for (let at = 0; at < 6; at++) {
    world.clock.advance(6 * 60 + 7)
    await world.sandbox.tick()
    await events.drain()
    await runJobs(world, (queue) => queue.runAll())
  }
  for (let at = 0; at < 4; at++) {
    world.clock.advance(6)
    await events.drain()
    await runJobs(world, (queue) => queue.runAll())
  }
}
