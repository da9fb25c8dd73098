import { type GuestQuote, type GuestToAdd } from '#contract/added-guests.ts'

/** Who is to join the party, in the address: numbers only. Names and weights are given later. */
export interface GuestChoice {
  adults: number
  types: { id: number; quantity: number }[]
  /** The order's flight; undefined for its only one. */
  flight: number | undefined
  useCredit: boolean
  /** "See the price" was pressed. */
  priceRequested: boolean
}

const MOST = 20
const count = (text: string | null) => (/^\d{1,2}$/.test(text?.trim() ?? '') ? Number(text) : 0)

/** Parses `?adults=1&t3=2&flight=7&credit=1`; what is no number counts as none. */
export function readGuestChoice(query: URLSearchParams): GuestChoice {
  const types = [...query.entries()].flatMap(([name, text]) => {
    const id = /^t([1-9]\d{0,8})$/.exec(name)?.[1]
    return id === undefined || count(text) === 0 ? [] : [{ id: Number(id), quantity: count(text) }]
  })
  const flight = query.get('flight') ?? ''
  return {
    adults: count(query.get('adults')),
    types,
    flight: /^[1-9]\d{0,8}$/.test(flight) ? Number(flight) : undefined,
    useCredit: query.get('credit') === '1',
    priceRequested: query.get('intent') === 'guests',
  }
}

/** The query of a choice, without `?`. */
export function guestSearch({ adults, types, flight, useCredit }: GuestChoice): string {
  const query = new URLSearchParams({ adults: String(adults) })
  for (const { id, quantity } of types) query.append(`t${String(id)}`, String(quantity))
  if (flight !== undefined) query.append('flight', String(flight))
  if (useCredit) query.append('credit', '1')
  return query.toString()
}

/** The guests as `/v1` expects them. */
export const guestsOf = ({ adults, types }: GuestChoice): GuestToAdd[] =>
  [
    ...Array.from({ length: adults }, (): GuestToAdd => ({})),
    ...types.flatMap(({ id, quantity }) =>
      Array.from({ length: quantity }, (): GuestToAdd => ({ passenger_type_id: id })),
    ),
  ].slice(0, MOST)

/** The address where the chosen guests are paid. */
export const guestPayPath = (orderId: number, choice: GuestChoice): string =>
  `/account/orders/${String(orderId)}/guests?${guestSearch(choice)}`

/** The guests on the order's page. */
export const GUESTS_ANCHOR = 'guests'

/** The address to which a payment for guests returns. */
export const guestsDonePath = (orderId: number): string =>
  `/account/orders/${String(orderId)}?joined=1#${GUESTS_ANCHOR}`

export interface GuestPart {
  quote: GuestQuote
  choice: GuestChoice
  formKey: string
  /** The buyer returns from paying. */
  joined: boolean
}
