// CPU per order in ms of shop process and PG, alternating between builds given by root dirs
import { startRealPostgres } from '/work/main/tests/support/real-postgres.ts'
import { startShop } from '/work/main/tests/support/start-shop.ts'
import { buySeat, seatsToSell } from '/work/main/bench/buy.ts'
import { seededDatabase, serverSettings } from '/work/main/bench/durable-shop.ts'
import { watchCpu } from '/work/main/bench/process-usage.ts'
import { createAgent } from '/work/main/bench/send.ts'
import { untilQuiet } from '/work/main/bench/populated-shop.ts'
import { openDatabase } from '#api/db/client.ts'
const N = Number(process.env.N ?? 300), ROUNDS = Number(process.env.ROUNDS ?? 4)
const agent = createAgent(8)
const postgres = await startRealPostgres({ durable: true })
const url = await seededDatabase(await postgres.createDatabase())
const shop = await startShop({ environment: { ...serverSettings(url), ...(process.env.PROF ? { NODE_OPTIONS: '--cpu-prof --cpu-prof-dir=/tmp/prof' } : {}), ...(process.env.WORKER ? { WORKER: process.env.WORKER } : {}) } })
console.log(Object.keys(shop))
const pid = (shop as any).pid ?? (shop as any).child?.pid
const seats = await seatsToSell(shop.origin, 6, 6, agent)
const buy = () => buySeat(shop.origin, seats.shift()!, agent)
const par = async (n: number) => { let left = n; await Promise.all(Array.from({ length: 8 }, async () => { while (left-- > 0) await buy() })) }
await par(160)
const db = await openDatabase({ databaseUrl: url, dataDir: '', maxConnections: 1 }); await db.query('analyze')
await untilQuiet(url)
const cpu = await watchCpu(pid, url)
for (let r = 0; r < ROUNDS; r++) {
  const a = await cpu.read(); const t = performance.now()
  await par(N)
  const mid = await cpu.read(); const t2 = performance.now()
  await untilQuiet(url)
  const b = await cpu.read()
  console.log(`round ${r}: ${(N * 1000 / (t2 - t)).toFixed(1)}/s; node ${((b.shop - a.shop) / N).toFixed(1)} (in calls ${((mid.shop - a.shop) / N).toFixed(1)}), pg ${((b.database - a.database) / N).toFixed(1)} (${((mid.database - a.database) / N).toFixed(1)})`)
}
if (process.env.STATS) { const { rows } = await db.query(`select * from pg_stat_activity limit 0`); void rows }
await db.close(); cpu.stop(); await shop.stop(); await postgres.stop(); process.exit(0)
