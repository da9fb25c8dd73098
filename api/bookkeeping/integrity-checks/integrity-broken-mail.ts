import { type PromiseRun } from '#contract/promise.ts'
import { promiseList, type PromiseName } from '../rules/integrity-check-list.ts'
import { linkMail } from '../../store/mails/link-mail.ts'
import { type ComposedMail, type MailBrand } from '../../store/mails/mail-brand.ts'

const isName = (name: string): name is PromiseName => name in promiseList

/**
 * To the operator: which promises a run found broken, how often, and where the rows are. Nothing
 * personal.
 */
export function promisesBrokenMail(run: PromiseRun, link: string, brand: MailBrand): ComposedMail {
  const broken = run.results.filter(({ state }) => state === 'broken')
  const lines = broken.map(({ name, failing }) => {
    const statement = isName(name) ? promiseList[name].statement : name
    return `${statement}: ${String(failing)}`
  })
  return linkMail(link, brand, {
    subject: broken.length === 1 ? 'A promise is not kept' : `${String(broken.length)} promises are not kept`,
    title: 'Please look at the shop’s promises',
    why: `Run ${String(run.id)} found rows that break what the shop promises.`,
    action: 'See the promises',
    notes: [...lines, `GET /v1/promise_runs/${String(run.id)} lists the rows, for staff.`],
  })
}
