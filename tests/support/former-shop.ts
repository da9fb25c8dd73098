import pino from 'pino'
import { createApi } from '#api/app.ts'
import { openDatabase } from '#api/db/client.ts'
import { type ApiDeps } from '#api/deps.ts'
import { ensureSecrets } from '#settings/kept-secrets.ts'
import { memoryFiles } from './memory-files.ts'
import { RecordingMailer } from './recording-mailer.ts'
import { TestClock } from './test-clock.ts'
import { testSettings } from './test-settings.ts'
import { unreachableStripe } from './unreachable-stripe.ts'

/** The shop of a `DATA_DIR` at an earlier moment, before its process starts. */
export interface FormerShop {
  deps: ApiDeps
  /**
   * Calls `/v1` with somebody's token.
   *
   * @throws when it is refused
   */
  call(token: string, method: string, path: string, body?: unknown): Promise<unknown>
}

/** Works on the shop of a `DATA_DIR` by a clock that stands at `at`. */
export async function workBefore(
  dataDir: string,
  at: Date,
  work: (shop: FormerShop) => Promise<void>,
): Promise<void> {
  const database = await openDatabase({ databaseUrl: undefined, dataDir })
  const deps: ApiDeps = {
    settings: testSettings({ secrets: ensureSecrets(dataDir) }),
    database,
    clock: new TestClock(at),
    stripe: unreachableStripe(),
    mailer: new RecordingMailer(),
    files: memoryFiles(),
    log: pino({ level: 'silent' }),
  }
  const api = createApi(deps)
  const call: FormerShop['call'] = async (token, method, path, body) => {
    const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` }
    const sent = body === undefined ? null : JSON.stringify(body)
    const request = new Request(new URL(path, 'http://v1.internal'), { method, headers, body: sent })
    const answer = await api.fetch(request, { visitorAddress: '203.0.113.7' })
    if (!answer.ok) throw new Error(`${path} answered ${String(answer.status)}: ${await answer.text()}`)
    return answer.json()
  }
  await work({ deps, call })
  await database.close()
}
