import { formatTime, formatZone, toLocalTime } from './local-time.ts'

/**
 * What a guest reads of a flight that may not leave.
 *
 * @param decideAt when the operator decides, said in the zone of the terminal
 */
export const describeOnHold = (decideAt: string, zone: string): string =>
  `This flight is on hold: the weather may keep it from leaving. We decide at ` +
  `${formatTime(toLocalTime(decideAt, zone))} ${formatZone(decideAt, zone)} and tell you then. ` +
  'Please do not leave for the terminal before.'
