import { type ChildProcess, spawn } from 'node:child_process'

/** A program of the cluster. */
export interface Part {
  name: string
  command: string
  args: readonly string[]
  environment: NodeJS.ProcessEnv
  port: number
  /** Whether it does its work now. */
  isReady: () => Promise<boolean>
  /** The signal that ends it without losing what is under way. */
  stopSignal: NodeJS.Signals
}

export interface KeptProcess {
  readonly part: Part
  /** Undefined while none runs. */
  pid(): number | undefined
  /** Resolves once it is ready; false when it ends before, or takes longer than two minutes. */
  untilReady(): Promise<boolean>
  /** Ends it for good and waits for its end. */
  stop(): Promise<void>
  /** Ends it and starts it again; resolves as `untilReady`. */
  restart(): Promise<boolean>
  /** Ends it at once. */
  kill(): void
}

const READY_MS = 120_000
const ASK_MS = 100
/** A process that ends sooner waits before it is started again, longer each time. */
const SHORT_LIFE_MS = 10_000
const [FIRST_PAUSE_MS, LONGEST_PAUSE_MS] = [250, 30_000]

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

/**
 * Starts a program, and again whenever it ends by itself.
 *
 * @param tell hears in words what happened
 * @param changed called when another process runs, or none
 */
export function keepRunning(part: Part, tell: (sentence: string) => void, changed: () => void): KeptProcess {
  let child: ChildProcess | undefined
  let ended: Promise<void> = Promise.resolve()
  let wanted = true
  let wasReady = false
  let pauseMs = FIRST_PAUSE_MS

  const start = () => {
    const startedAt = performance.now()
    const running = spawn(part.command, part.args, {
      env: part.environment,
      stdio: ['ignore', 'inherit', 'inherit'],
      // Signals of a terminal reach the process that knows the order in which to stop.
      detached: true,
    })
    child = running
    ended = new Promise((resolve) => {
      const leave = (how: string) => {
        if (child !== running) return
        child = undefined
        resolve()
        changed()
        // One that was never ready is for the start to report.
        if (!wanted || !wasReady) return
        pauseMs =
          performance.now() - startedAt < SHORT_LIFE_MS
            ? Math.min(pauseMs * 2, LONGEST_PAUSE_MS)
            : FIRST_PAUSE_MS
        tell(`${part.name} ended (${how}) and is started again`)
        setTimeout(() => {
          if (wanted && child === undefined) start()
        }, pauseMs)
      }
      running.once('exit', (code, signal) => {
        leave(signal ?? `exit code ${String(code)}`)
      })
      running.once('error', (error) => {
        leave(error.message)
      })
    })
    changed()
  }

  const untilReady = async () => {
    const waitedFor = child
    for (const since = performance.now(); performance.now() - since < READY_MS; await pause(ASK_MS)) {
      if (child === undefined || child !== waitedFor) return false
      if (await part.isReady().catch(() => false)) {
        wasReady = true
        return true
      }
    }
    return false
  }
  const end = async () => {
    wanted = false
    child?.kill(part.stopSignal)
    await ended
  }
  start()
  return {
    part,
    pid: () => child?.pid,
    untilReady,
    stop: end,
    restart: async () => {
      await end()
      wanted = true
      start()
      return untilReady()
    },
    kill: () => {
      wanted = false
      child?.kill('SIGKILL')
    },
  }
}
