import { RescheduleLinkRequest } from '#contract/reschedule.ts'
import { type FormShape } from '../ui/form/form-shape.ts'

/** What has the link to change one's date mailed. */
export const RescheduleLinkForm = RescheduleLinkRequest.shape.reschedule_link.omit({ url: true })
export const RESCHEDULE_LINK_SHAPE = {
  id: 'reschedule-link',
  labels: { order_number: null, email: null },
} as const satisfies FormShape
