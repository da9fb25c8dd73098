import { z } from 'zod'
import { CommentReply, CommentRequest } from '#contract/comment.ts'
import { CustomerReply, SecondFactorRemovalRequest } from '#contract/customer.ts'
import { CreditFields, CreditReply, CreditType } from '#contract/credit.ts'
import { parseForm, refusalStatus, refuseForm } from '../../ui/form/read-form.server.ts'
import { createFormIdempotencyKey } from '../../visit/idempotency-key.server.ts'
import { changeNote, deleteNote, restoreNote } from '../parts/handle-note.server.ts'
import { TypedDollars } from '../parts/parse-dollars.server.ts'
import { renameErrors } from '../parts/rename-errors.ts'
import { requireForm } from '../parts/require-form.server.ts'
import { type StaffVisit } from '../parts/staff-visit.server.ts'
import {
  CUSTOMER_CREDIT_SHAPE,
  CUSTOMER_EMAIL_SHAPE,
  CUSTOMER_FACTOR_SHAPE,
  CUSTOMER_NOTE_SHAPE,
  type CustomerAnswer,
  type CustomerDone,
  type EmailOwner,
} from './customer-forms.ts'

const Buttons = z.object({
  intent: z.enum([
    'credit',
    'note',
    'change_note',
    'delete_note',
    'restore_note',
    'add_email',
    'remove_factor',
  ]),
  key: z.string().default(''),
})
const CreditForm = z.object({
  amount: TypedDollars,
  type: CreditType,
  description: CreditFields.shape.reason,
})

const EmailForm = z.object({ email: z.string({ error: 'This field is required' }) })
const FactorForm = SecondFactorRemovalRequest.shape.second_factor_removal
const NoteForm = z.object({ body: CommentRequest.shape.comment.shape.body })

/** Handles the pressed button; a text names what was done. */
export async function handleCustomer(
  staff: StaffVisit,
  id: string,
  form: FormData,
): Promise<CustomerAnswer | CustomerDone | EmailOwner> {
  switch (requireForm(form, Buttons).intent) {
    case 'credit':
      return giveCredit(staff, id, form)
    case 'add_email':
      return addEmail(staff, id, form)
    case 'remove_factor':
      return removeFactor(staff, id, form)
    case 'note':
      return writeNote(staff, id, form)
    case 'change_note': {
      const changed = await changeNote(staff, form)
      return changed.ok ? 'changed' : changed
    }
    case 'delete_note': {
      const gone = await deleteNote(staff, form)
      if (!gone.ok) return gone
      return gone.note ? { status: 200, deletedNote: gone.note } : 'deleted'
    }
    case 'restore_note': {
      const about = { commentable_type: 'Customer' as const, commentable_id: Number(id) }
      const back = await restoreNote(staff, about, form)
      return back.ok ? 'restored' : back
    }
  }
}

/** Adds the e-mail of a walk-in. */
async function addEmail(
  { userApi }: StaffVisit,
  id: string,
  form: FormData,
): Promise<CustomerAnswer | EmailOwner> {
  const submission = parseForm(form, EmailForm)
  if (submission.status !== 'success')
    return { status: 422, refusal: refuseForm(CUSTOMER_EMAIL_SHAPE, submission) }
  const body = { customer: submission.value }
  const added = await userApi.put(`/v1/customers/${id}/email`, CustomerReply, { body })
  if (added.ok) return { emailOwner: added.data.customer.id }
  return { status: refusalStatus(added), refusal: refuseForm(CUSTOMER_EMAIL_SHAPE, submission, added) }
}

/** Takes the code at log-in away. */
async function removeFactor(
  { userApi }: StaffVisit,
  id: string,
  form: FormData,
): Promise<CustomerAnswer | CustomerDone> {
  const submission = parseForm(form, FactorForm)
  if (submission.status !== 'success')
    return { status: 422, refusal: refuseForm(CUSTOMER_FACTOR_SHAPE, submission) }
  const body = { second_factor_removal: submission.value }
  const path = `/v1/customers/${id}/second_factor_removals`
  const removed = await userApi.post(path, z.undefined(), { body })
  if (removed.ok) return 'factor'
  return { status: refusalStatus(removed), refusal: refuseForm(CUSTOMER_FACTOR_SHAPE, submission, removed) }
}

async function writeNote(
  { userApi }: StaffVisit,
  id: string,
  form: FormData,
): Promise<CustomerAnswer | CustomerDone> {
  const submission = parseForm(form, NoteForm)
  if (submission.status !== 'success')
    return { status: 422, refusal: refuseForm(CUSTOMER_NOTE_SHAPE, submission) }
  const about = { commentable_type: 'Customer', commentable_id: Number(id) }
  const body = { comment: { ...about, ...submission.value } }
  const written = await userApi.post('/v1/comments', CommentReply, { body })
  if (written.ok) return 'noted'
  return { status: refusalStatus(written), refusal: refuseForm(CUSTOMER_NOTE_SHAPE, submission, written) }
}

/** Gives a customer credit that belongs to no order. */
async function giveCredit(
  { userApi }: StaffVisit,
  id: string,
  form: FormData,
): Promise<CustomerAnswer | CustomerDone> {
  const { key } = requireForm(form, Buttons)
  const submission = parseForm(form, CreditForm)
  if (submission.status !== 'success')
    return { status: 422, refusal: refuseForm(CUSTOMER_CREDIT_SHAPE, submission) }
  const { amount, type, description } = submission.value
  const body = { credit: { user_id: Number(id), amount, credit_type: type, reason: description } }
  const given = await userApi.post('/v1/credits', CreditReply, {
    body,
    ...createFormIdempotencyKey(key, body),
  })
  if (given.ok) return 'credit'
  const errors = renameErrors(given.errors, { credit_type: 'type', reason: 'description' })
  return {
    status: refusalStatus(given),
    refusal: refuseForm(CUSTOMER_CREDIT_SHAPE, submission, { ...given, errors }),
  }
}
