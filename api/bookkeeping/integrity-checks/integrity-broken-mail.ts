import { type IntegrityRun } from '#contract/promise.ts'
import { integrityCheckTexts, type IntegrityCheckName } from '../rules/integrity-check-list.ts'
import { linkMail } from '../../store/mails/link-mail.ts'
import { type ComposedMail, type MailBrand } from '../../store/mails/mail-brand.ts'

const isName = (name: string): name is IntegrityCheckName => name in integrityCheckTexts

/**
 * To the operator: which promises a run found broken, how often, and where the rows are. Nothing
 * personal.
 */
export function integrityChecksFailedMail(run: IntegrityRun, link: string, brand: MailBrand): ComposedMail {
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
