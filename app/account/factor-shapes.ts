import { type FormAnswer, type FormShape } from '../ui/form/form-shape.ts'

/** The forms of the page of the code at log-in; several have a field of the same name. */
const fieldId = (form: string) => (name: string) => `${form}-${name}`

export const FACTOR_SHAPES = {
  start: { id: 'start', labels: { password: 'Your password' }, fieldId: fieldId('start') },
  confirm: { id: 'confirm', labels: { code: 'Code' }, fieldId: fieldId('confirm') },
  codes: { id: 'codes', labels: { code: 'Code' }, fieldId: fieldId('codes') },
  off: { id: 'off', labels: { code: 'Code' }, fieldId: fieldId('off') },
} as const satisfies Record<string, FormShape>

export type FactorForm = keyof typeof FACTOR_SHAPES

export const FACTOR_PATH = '/account/details/sign-in'

/** What the page answers a form with. The key and the codes are shown on this answer alone. */
export interface FactorAnswer {
  status: number
  secret: string | null
  uri: string | null
  codes: string[] | null
  refusal?: FormAnswer
}
