import { type OrderFlight } from '#contract/order.ts'

type Delay = NonNullable<OrderFlight['delay']>

const REASONS: Record<Delay['reason'], string> = {
  late_aircraft: 'the aircraft comes in late from its flight before',
  weather: 'the weather does not let us leave in time',
  pilot: 'your pilot comes in late from the flight before',
  air_traffic: 'air traffic control lets us leave later',
  other: '',
}

/** Why a flight leaves later, as the end of a sentence; the words of staff come instead of `other`. */
export const sayReason = ({ reason, words }: Pick<Delay, 'reason' | 'words'>): string =>
  [REASONS[reason], words ?? ''].filter((part) => part !== '').join(': ')
