import { z } from 'zod'
import { Id } from '#contract/primitives.ts'
import {
  type OrderListFilter,
  type SavedFilterChange,
  SavedFilterReply,
  SavedFilterRequest,
} from '#contract/saved-filter.ts'
import { type FormShape } from '../../ui/form/form-shape.ts'
import { parseForm, refusalStatus, refuseForm } from '../../ui/form/read-form.server.ts'
import { readForm } from '../../ui/form/sent-values.server.ts'
import { requireForm } from '../parts/require-form.server.ts'
import { type StaffVisit } from '../parts/staff-visit.server.ts'
import { OrderFilter, ordersHref, toSavedFilter } from './order-filter.ts'
import {
  type FilterAnswer,
  type FilterDone,
  RENAME_FILTER_SHAPE,
  SAVE_FILTER_SHAPE,
} from './saved-filter-forms.ts'

const intents = ['save_filter', 'rename_filter', 'delete_filter', 'restore_filter'] as const
export const isFilterIntent = (intent: string): boolean => (intents as readonly string[]).includes(intent)

const Intent = z.object({ intent: z.enum(intents) })
const { name } = SavedFilterRequest.shape.saved_filter.shape
const NameForm = z.object({ name })
const Target = z.object({ id: Id })
/** A deleted filter: its name, and its fields as the address has them. */
const Deleted = z.object({ name: z.string(), filter: z.string() })

type Handled = { to: string; done: FilterDone } | FilterAnswer

/** Saves, renames, deletes or restores a filter of the caller. */
export function handleSavedFilter(
  staff: StaffVisit,
  form: FormData,
  query: URLSearchParams,
): Promise<Handled> {
  const filter = readForm(query, OrderFilter)
  switch (requireForm(form, Intent).intent) {
    case 'save_filter':
      return saveFilter(staff, form, filter)
    case 'rename_filter':
      return renameFilter(staff, form, filter)
    case 'delete_filter':
      return deleteFilter(staff, form, filter)
    case 'restore_filter':
      return restoreFilter(staff, form)
  }
}

const post = ({ userApi }: StaffVisit, title: string, filter: OrderListFilter) =>
  userApi.post('/v1/saved_filters', SavedFilterReply, { body: { saved_filter: { name: title, filter } } })

async function saveFilter(staff: StaffVisit, form: FormData, filter: OrderFilter): Promise<Handled> {
  const submission = parseForm(form, NameForm)
  if (submission.status !== 'success') return refuse(SAVE_FILTER_SHAPE, submission)
  const saved = await post(staff, submission.value.name, toSavedFilter(filter))
  if (!saved.ok) return refuse(SAVE_FILTER_SHAPE, submission, saved)
  return {
    to: ordersHref(filter),
    done: { text: `“${saved.data.saved_filter.name}” is saved, for you alone.` },
  }
}

async function renameFilter({ userApi }: StaffVisit, form: FormData, filter: OrderFilter): Promise<Handled> {
  const { id } = requireForm(form, Target)
  const submission = parseForm(form, NameForm)
  if (submission.status !== 'success') return refuse(RENAME_FILTER_SHAPE, submission)
  const body: z.input<typeof SavedFilterChange> = { saved_filter: submission.value }
  const renamed = await userApi.patch(`/v1/saved_filters/${String(id)}`, SavedFilterReply, { body })
  if (!renamed.ok) return refuse(RENAME_FILTER_SHAPE, submission, renamed)
  return { to: ordersHref(filter), done: { text: `It is called “${renamed.data.saved_filter.name}” now.` } }
}

async function deleteFilter({ userApi }: StaffVisit, form: FormData, filter: OrderFilter): Promise<Handled> {
  const { id, name: title } = requireForm(form, Target.extend({ name: z.string() }))
  const gone = await userApi.delete(`/v1/saved_filters/${String(id)}`)
  // One that is gone already is what was wanted.
  if (!gone.ok && gone.status !== 404) return { status: gone.status, failure: gone.message }
  const deleted = { name: title, filter: ordersHref(toSavedFilter(filter)) }
  return { to: ordersHref(filter), done: { text: `“${title}” is deleted.`, deleted } }
}

async function restoreFilter(staff: StaffVisit, form: FormData): Promise<Handled> {
  const deleted = requireForm(form, Deleted)
  const filter = readForm(new URL(deleted.filter, 'http://list').searchParams, OrderFilter)
  const saved = await post(staff, deleted.name, toSavedFilter(filter))
  if (!saved.ok) {
    const [sentence] = Object.values(saved.errors).flat()
    return { status: refusalStatus(saved), failure: sentence ?? saved.message }
  }
  return { to: ordersHref(filter), done: { text: `“${deleted.name}” is back.` } }
}

function refuse(
  shape: FormShape,
  submission: ReturnType<typeof parseForm>,
  why?: { status: number; errors?: Record<string, string[]>; message?: string },
): FilterAnswer {
  return { status: why ? refusalStatus(why) : 422, refusal: refuseForm(shape, submission, why) }
}
