import { type FieldErrors } from '#contract/errors.ts'
import { passengerField } from '../passengers/passenger-field.ts'
import { type FieldProblems } from '../ui/form-fields.ts'
import { answerField, CODE_FIELD } from './pay-fields.ts'

/** The field of our page that a message of `/v1` belongs to; undefined if there is none. */
function pageField(name: string, upgradeIds: readonly number[]): string | undefined {
  if (name === 'email' || name === 'phone' || name === 'terms_and_conditions') return name
  // Texts need a number that gets them.
  if (name === 'text_consent') return 'phone'
  if (name === 'discount_code_code' || name === 'membership_plan_id') return CODE_FIELD
  const gift = /^(?:order_item_gift_cards_attributes\.0\.)?(recipient_email|message|send_on|quantity)$/.exec(
    name,
  )
  if (gift) return gift[1]
  if (/^order_item_(?:seats|flights)_attributes\.0\.quantity$/.test(name)) return 'quantity'
  const passenger = /^passengers_attributes\.(\d+)\.(full_name|weight)$/.exec(name)
  if (passenger) {
    return passengerField(Number(passenger[1]), passenger[2] === 'weight' ? 'weight' : 'full_name')
  }
  const upgrade = /^order_item_upgrades_attributes\.(\d+)\.meta/.exec(name)
  const id = upgrade && upgradeIds[Number(upgrade[1])]
  return id ? answerField(id) : undefined
}

/** Assigns the messages of a 422 from `/v1` to the fields. */
export function fieldProblems(errors: FieldErrors, upgradeIds: readonly number[]): FieldProblems {
  const problems: FieldProblems = {}
  for (const [name, messages] of Object.entries(errors)) {
    const field = pageField(name, upgradeIds)
    if (field && messages[0]) problems[field] = messages[0]
  }
  return problems
}
