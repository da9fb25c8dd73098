import { type PilotFlight } from '#contract/manifest-version.ts'
import { type FormAnswer } from '../../ui/form/form-shape.ts'
import { type ApiClient } from '../../visit/api-result.ts'

export interface PilotRefusal {
  status: number
  answer: FormAnswer
  /** The value of a colleague who was faster, and the fields of the form that say it was seen. */
  theirs?: { value: string; seen: Readonly<Record<string, string>> } | undefined
}

export interface SentAct {
  form: FormData
  /** Empty for a form that no phone keeps. */
  key: string
}

/** @returns the refusal; undefined once it is done */
export type PilotAct = (
  userApi: ApiClient,
  flight: PilotFlight,
  sent: SentAct,
) => Promise<PilotRefusal | undefined>
