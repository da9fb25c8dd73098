import { type IntegrityRun } from '#contract/promise.ts'
import { integrityCheckTexts, type IntegrityCheckName } from '../rules/integrity-check-list.ts'
import { integrityRuns } from '../../db/schema/integrity-checks.ts'
import { type ApiDeps } from '../../deps.ts'
import { declareMail, type MailRow, subjectIdOf } from '../../store/mails/queue-mail.ts'
import { linkMail } from '../../store/mails/link-mail.ts'
import { type ComposedMail, type MailBrand } from '../../store/mails/mail-brand.ts'
import { openMailSecret } from '../../store/mails/mail-secret.ts'
import { readIntegrityRun } from './read-integrity-checks.ts'

interface FailedRun {
  run: IntegrityRun
  link: string
}

const isName = (name: string): name is IntegrityCheckName => name in integrityCheckTexts

/**
 * To the operator: which promises a run found broken, how often, and where the rows are. Nothing
 * personal.
 */
export const integrityChecksFailedMail = declareMail({
  kind: 'promises_broken',
  about: integrityRuns,
  recipient: 'operator',
  delivery: 'usual',
  repeatable: false,
  correcting: null,
  load: readFailedRun,
  compose: writeMail,
})

/** @throws when the run is gone */
async function readFailedRun(deps: ApiDeps, mail: MailRow): Promise<FailedRun> {
  const run = await readIntegrityRun(deps.database.db, subjectIdOf(mail))
  if (!run) throw new Error(`The run of mail ${String(mail.id)} is gone`)
  return { run, link: openMailSecret(deps, mail) }
}

function writeMail({ run, link }: FailedRun, brand: MailBrand): ComposedMail {
  const broken = run.results.filter(({ state }) => state === 'broken')
  const lines = broken.map(({ name, failing }) => {
    const statement = isName(name) ? integrityCheckTexts[name].statement : name
    return `${statement}: ${String(failing)}`
  })
  return linkMail(link, brand, {
    subject: broken.length === 1 ? 'A promise is not kept' : `${String(broken.length)} promises are not kept`,
    title: 'Please look at the shop’s promises',
    intro: `Run ${String(run.id)} found rows that break what the shop promises.`,
    action: 'See the promises',
    notes: [...lines, `GET /v1/promise_runs/${String(run.id)} lists the rows, for staff.`],
  })
}
