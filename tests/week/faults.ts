import { type ForcedFailure } from '#sandbox/control.ts'
import { type World } from './world.ts'

/** What goes wrong outside of the shop, and to its processes. */
export interface Faults {
  /** Begins and ends faults; called before each step of the clock. */
  step(): void
  /** Ends what the last step began for one step only. */
  afterStep(): Promise<void>
  /** Ends all of them. */
  end(): void
}

export interface FaultyParts {
  provider: { isDown: boolean; slowMs: number }
  mailServer: { isDown: boolean }
  /** Kills a process and starts it again. */
  restart: (index: 0 | 1) => Promise<void>
}

const PROVIDER_FAILURES: readonly ForcedFailure[] = ['before', 'after', 'lost', 'conflict', 'busy']
const MINUTE = 60_000
/** Calls at the provider that fail one by one; reads fail with the outage. */
const FAILING_CALLS = ['POST /v1/payment_intents', 'POST /v1/refunds', 'POST /v1/checkout/sessions']

export function createFaults(world: World, { provider, mailServer, restart }: FaultyParts): Faults {
  const random = world.random.fork('faults')
  const until = new Map<string, number>()
  const begin = (name: string, minutes: number) => {
    if (world.faults.has(name)) return
    world.faults.add(name)
    world.count(`fault: ${name}`, 'done')
    until.set(name, world.clock.now().getTime() + minutes * MINUTE)
  }
  const apply = () => {
    provider.isDown = world.faults.has('provider down')
    provider.slowMs = world.faults.has('provider slow') ? 40 : 0
    mailServer.isDown = world.faults.has('mail server down')
  }
  const oneStep = new Set<string>()
  let killing: Promise<void> | undefined

  return {
    step: () => {
      const now = world.clock.now().getTime()
      for (const [name, end] of until) {
        if (end > now) continue
        until.delete(name)
        world.faults.delete(name)
      }
      if (random.chance(0.012)) begin('provider slow', random.between(5, 40))
      if (random.chance(0.006)) begin('provider down', random.between(3, 25))
      if (random.chance(0.004)) begin('mail server down', random.between(30, 90))
      if (random.chance(0.06)) {
        begin('provider fails a call', 4)
        world.sandbox.control.failNext(random.pick(PROVIDER_FAILURES), random.pick(FAILING_CALLS))
      }
      if (random.chance(0.03)) {
        begin('connection cut', 0)
        oneStep.add('connection cut')
        world.processes[random.pick([0, 1] as const)].proxy.cutAfter(random.between(1, 60))
      }
      if (random.chance(0.008)) {
        begin('process killed', 0)
        oneStep.add('process killed')
        const wait = random.between(0, 60)
        // In the middle of the calls of the step.
        killing = new Promise<void>((resolve) => setTimeout(resolve, wait)).then(() =>
          restart(random.pick([0, 1] as const)),
        )
      }
      apply()
    },
    afterStep: async () => {
      await killing
      killing = undefined
      for (const { proxy } of world.processes) proxy.cutAfter(Infinity)
      for (const name of oneStep) {
        world.faults.delete(name)
        until.delete(name)
      }
      oneStep.clear()
    },
    end: () => {
      world.faults.clear()
      until.clear()
      world.sandbox.control.failNext = () => undefined
      apply()
    },
  }
}
