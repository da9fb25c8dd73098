// Reaches the browser: nothing that checks belongs here.
import { fieldId, type FieldProblems } from '../ui/form-fields.ts'

/** The field of an upgrade's question, on the page "Who and pay". */
export const answerField = (upgradeId: number) => `answers.u${String(upgradeId)}`
/** The card area: no field of ours, but it has its problems and a place to be led to. */
export const CARD_FIELD = 'card'
/** The discount code's: it lives in the address, and changes with a button of its own. */
export const CODE_FIELD = 'code'

/** What each field is called in the error summary; undefined says the message alone. */
export function fieldName(name: string): string | undefined {
  if (name === 'email') return 'Email'
  if (name === 'phone') return 'Phone'
  const passenger = /^passengers\[(\d+)\]\.(full_name|weight)$/.exec(name)
  if (passenger) {
    const what = passenger[2] === 'weight' ? 'weight' : 'full name'
    return `Passenger ${String(Number(passenger[1]) + 1)}, ${what}`
  }
  return name.startsWith('answers.') ? 'Your answer' : undefined
}

/** The problems in the order of the fields on the page, as the error summary lists them. */
export function summarisePayProblems(problems: FieldProblems): { text: string; target: string }[] {
  const rank = (name: string) => {
    if (name === 'email') return 0
    if (name === 'phone') return 1
    const passenger = /^passengers\[(\d+)\]\.(\w)/.exec(name)
    if (passenger) return 10 + Number(passenger[1]) * 2 + (passenger[2] === 'w' ? 1 : 0)
    if (name.startsWith('answers.')) return 1000
    if (name === CODE_FIELD) return 1500
    return name === CARD_FIELD ? 2000 : 3000
  }
  return Object.entries(problems)
    .sort(([a], [b]) => rank(a) - rank(b))
    .map(([name, message]) => {
      const said = fieldName(name)
      return { text: said ? `${said}: ${message ?? ''}` : (message ?? ''), target: fieldId(name) }
    })
}
