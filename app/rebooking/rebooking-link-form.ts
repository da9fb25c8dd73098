import { RebookingLinkRequest } from '#contract/call-off.ts'
import { type FormShape } from '../ui/form/form-shape.ts'

/** What has the link of a called-off flight mailed again. */
export const RebookingLinkForm = RebookingLinkRequest.shape.reschedule_claim_link
export const REBOOKING_LINK_SHAPE = {
  id: 'rebooking-link',
  labels: { order_number: null, email: null },
} as const satisfies FormShape
