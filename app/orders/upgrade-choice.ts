import { type UpgradeQuote } from '#contract/order-change.ts'

/** The chosen upgrades in the address. Answers to questions never appear in an address. */
export interface UpgradeChoice {
  upgrades: { id: number; quantity: number | undefined }[]
  useCredit: boolean
  /** "See the price" was pressed. */
  priceRequested?: boolean
}

const MOST = 20

/**
 * Parses `?add=3&add=7&n7=2&credit=1`. Invalid ids are dropped, an invalid number counts as one.
 */
export function readUpgradeChoice(query: URLSearchParams): UpgradeChoice {
  const ids = query.getAll('add').filter((text) => /^[1-9]\d{0,8}$/.test(text))
  const upgrades = [...new Set(ids.map(Number))].slice(0, MOST).map((id) => {
    const text = query.get(`n${String(id)}`)?.trim() ?? ''
    return { id, quantity: /^\d{1,4}$/.test(text) ? Number(text) : undefined }
  })
  return {
    upgrades,
    useCredit: query.get('credit') === '1',
    priceRequested: query.get('intent') === 'price',
  }
}

/** The query of a choice, without `?`. */
export function upgradeSearch({ upgrades, useCredit }: UpgradeChoice): string {
  const query = new URLSearchParams()
  for (const { id, quantity } of upgrades) {
    query.append('add', String(id))
    if (quantity !== undefined) query.append(`n${String(id)}`, String(quantity))
  }
  if (useCredit) query.append('credit', '1')
  return query.toString()
}

/**
 * The choice as `/v1` expects it.
 *
 * @param answers to the questions of upgrades, by id
 */
export const upgradeItems = ({ upgrades }: UpgradeChoice, answers: Readonly<Record<number, string>> = {}) =>
  upgrades.map(({ id, quantity }) => ({
    upgrade_id: id,
    ...(quantity === undefined ? {} : { quantity: Math.max(1, Math.min(50, quantity)) }),
    ...(answers[id] ? { meta: { answer: answers[id] } } : {}),
  }))

/** The chosen upgrades that have a question. */
export const listOffersWithQuestion = (
  { offers }: Pick<UpgradeQuote, 'offers'>,
  { upgrades }: UpgradeChoice,
) =>
  offers.filter(({ upgrade_id: id, question }) => question !== null && upgrades.some((one) => one.id === id))

export const answerField = (id: number) => `answer${String(id)}`

/** The address where the chosen upgrades are paid. */
export const upgradePayPath = (orderId: number, choice: UpgradeChoice): string =>
  `/account/orders/${String(orderId)}/upgrades?${upgradeSearch(choice)}`

/** The upgrades on the order's page. */
export const UPGRADES_ANCHOR = 'upgrades'
/** The checkboxes of the upgrades. */
export const UPGRADE_BOXES = 'upgrade-boxes'

/** The address to which a payment for upgrades returns. */
export const upgradesDonePath = (orderId: number): string =>
  `/account/orders/${String(orderId)}?added=1#${UPGRADES_ANCHOR}`
