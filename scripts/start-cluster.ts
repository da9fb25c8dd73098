import { renameSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { SettingsError, readSettings } from '#settings/settings.ts'
import { FolderNotPrivate } from '#settings/private-folder.ts'
import { isBuilt } from './build-stamp.mjs'
import { keepRunning, type KeptProcess, type Part } from './cluster/keep-running.ts'
import { NEEDS_SERVER, NoCluster, planCluster, refuseNoCluster } from './cluster/plan-cluster.ts'
import { ensureInstalled } from './ensure-installed.mjs'
import { requireNode } from './require-node.mjs'
import { root } from './root.mjs'
import { stopWithParent } from './stop-with-parent.mjs'

// `npm run start:cluster`: several processes of the shop on one PostgreSQL server, behind a balancer.
// SIGTERM stops all without losing a request, SIGUSR2 restarts the shop's processes one by one.
requireNode()
process.chdir(root)
process.umask(0o077)
process.env['NODE_ENV'] ??= 'production'

const tell = (sentence: string) => {
  process.stdout.write(`cluster: ${sentence}\n`)
}

class NotReady extends Error {}

async function run(): Promise<void> {
  const settings = readSettings(process.env, () => {
    throw new NoCluster(NEEDS_SERVER)
  })
  refuseNoCluster(settings)
  ensureInstalled()
  if (!isBuilt()) {
    tell('building the shop …')
    const { build } = await import('./build.mjs')
    await build({ quiet: true })
  }
  const plan = planCluster(settings, process.env)
  for (const remark of plan.remarks) tell(remark)

  const kept: KeptProcess[] = []
  const stateFile = resolve(settings.dataDir, 'cluster/processes.json')
  const writeState = () => {
    const state = kept.map(({ part: { name, port }, pid }) => ({ name, port, pid: pid() ?? null }))
    // Readers see the old list or the new one, and never half of it.
    writeFileSync(`${stateFile}.new`, `${JSON.stringify(state, null, 2)}\n`)
    renameSync(`${stateFile}.new`, stateFile)
  }
  const start = (part: Part) => {
    const one = keepRunning(part, tell, writeState)
    kept.push(one)
    writeState()
    return one
  }
  const untilReady = async (some: readonly KeptProcess[]) => {
    const ready = await Promise.all(
      some.map(async (one) => ((await one.untilReady()) ? [] : [one.part.name])),
    )
    const late = ready.flat()
    if (late.length > 0)
      throw new NotReady(`${late.join(', ')} did not get ready; what it wrote above says why.`)
  }

  let stopping = false
  const stop = async () => {
    if (stopping) {
      for (const one of kept) one.kill()
      process.exit(1)
    }
    stopping = true
    tell('stopping')
    const named = (names: readonly (Part | undefined)[]) => kept.filter(({ part }) => names.includes(part))
    // Nobody comes in any more and all are answered, before those who answer end.
    for (const some of [[plan.balancer], plan.processes, [plan.pooler]])
      await Promise.all(named(some).map((one) => one.stop()))
    tell('stopped')
    process.exit(0)
  }
  process.on('SIGTERM', () => void stop())
  process.on('SIGINT', () => void stop())
  stopWithParent()

  let restarting = false
  const restartAll = async () => {
    if (restarting || stopping) return
    restarting = true
    for (const one of kept.filter(({ part }) => plan.processes.includes(part))) {
      if (stopping) return
      if (await one.restart()) tell(`${one.part.name} is restarted`)
      else {
        tell(`${one.part.name} did not get ready, so the others run on as they were`)
        restarting = false
        return
      }
    }
    tell('all processes are restarted')
    restarting = false
  }
  process.on('SIGUSR2', () => void restartAll())

  try {
    for (const some of [[plan.pooler], plan.processes, [plan.balancer]])
      await untilReady(some.flatMap((part) => (part ? [start(part)] : [])))
  } catch (error) {
    if (stopping) return
    for (const one of kept) one.kill()
    throw error
  }
  const shops = plan.processes.filter(({ name }) => name !== 'worker').length
  tell(`${String(shops)} processes of the shop are ready at ${settings.publicUrl}`)
}

run().catch((error: unknown) => {
  const explained = [SettingsError, FolderNotPrivate, NoCluster, NotReady].some(
    (known) => error instanceof known,
  )
  process.stderr.write(
    `${error instanceof Error ? (explained ? error.message : error.stack) : String(error)}\n`,
  )
  process.exit(1)
})
