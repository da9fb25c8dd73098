import { type StaffOnHold } from '#contract/weather-hold.ts'
import { formatTime, toLocalTime } from '../../format/local-time.ts'
import { type StateWords } from './staff-state.tsx'

/** The state of a flight that staff have still to decide about: `On hold until 1:00 pm`. */
export const describeOnHold = (
  { decide_at: at }: Pick<StaffOnHold, 'decide_at'>,
  zone: string,
): StateWords => ({
  shape: 'late',
  text: `On hold until ${formatTime(toLocalTime(at, zone))}`,
})
