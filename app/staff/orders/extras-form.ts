import { type ReferenceField } from '#contract/means-of-payment.ts'
import { type UpgradeOffer } from '#contract/order-change.ts'
import { type FormShape } from '../../ui/form/form-shape.ts'
import { REFERENCE_LABELS } from './order-forms.ts'

type ExtraField = `${'count' | 'answer'}_${number}`
/** How many of an extra are added; a ticked box is one. */
export const extraCount = (upgradeId: number): ExtraField => `count_${upgradeId}`
/** The answer to its question. */
export const extraAnswer = (upgradeId: number): ExtraField => `answer_${upgradeId}`

type Offer = Pick<UpgradeOffer, 'upgrade_id' | 'name' | 'question'>

/** @param offers what can be added to the order */
export const extrasShape = (offers: readonly Offer[]): FormShape<ExtraField | ReferenceField> => ({
  id: 'extras',
  labels: {
    ...(Object.fromEntries(
      offers.flatMap(({ upgrade_id: id, name, question }) => [
        [extraCount(id), name],
        [extraAnswer(id), question ?? null],
      ]),
    ) as Record<ExtraField, string | null>),
    ...REFERENCE_LABELS,
  },
})
