import { z } from 'zod'
import { PassengerChangedReply, type PassengerCorrection } from '#contract/passenger.ts'
import { type FieldErrors } from '#contract/errors.ts'
import { type Refusal } from '../../ui/form/read-form.server.ts'
import { type ApiCall, type ApiClient } from '../../visit/api-result.ts'
import { describeNameChange, describeWeightChange } from './colleague-change.ts'

interface PassengerPlace {
  order: number | string
  passenger: number | string
}

/** The present values of a passenger whom a colleague corrected while the form was open. */
export type PresentCorrection = z.infer<typeof PassengerChangedReply>

export type CorrectionRefusal = { status: number; refusal: Refusal; change: PresentCorrection | undefined }

/**
 * Corrects a passenger, unless a colleague wrote other values than the page showed. Then it says
 * both.
 *
 * @returns undefined once the correction is saved
 */
export async function sendCorrection(
  userApi: ApiClient,
  { order, passenger }: PassengerPlace,
  fields: PassengerCorrection,
  once: Pick<ApiCall, 'idempotencyKey'> = {},
): Promise<CorrectionRefusal | undefined> {
  const path = `/v1/orders/${String(order)}/passengers/${String(passenger)}`
  const saved = await userApi.patch(path, z.unknown(), { body: { passenger: fields }, ...once })
  if (saved.ok) return undefined
  const { status } = saved
  const present = saved.code === 'changed_meanwhile' ? PassengerChangedReply.safeParse(saved.body) : undefined
  if (!present?.success) return { status, refusal: saved, change: undefined }
  return { status, refusal: { errors: describeChange(fields, present.data) }, change: present.data }
}

const AGAIN = 'Save again to write yours.'

function describeChange(fields: PassengerCorrection, change: PresentCorrection): FieldErrors {
  const { passenger, changed_by: by } = change
  const isOther = <Value>(mine: Value | undefined, was: Value | undefined, now: Value) =>
    mine !== undefined && was !== undefined && was !== now && mine !== now
  const weight = { now: passenger.weight, by, mine: fields.weight ?? null }
  const name = { now: passenger.full_name, by, mine: fields.full_name ?? null }
  return {
    ...(isOther(fields.weight ?? null, fields.weight_was, weight.now)
      ? { weight: [`${describeWeightChange(passenger.full_name, weight)} ${AGAIN}`] }
      : {}),
    ...(isOther(fields.full_name, fields.full_name_was, passenger.full_name)
      ? { full_name: [`${describeNameChange(name)} ${AGAIN}`] }
      : {}),
  }
}
