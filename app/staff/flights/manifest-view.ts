import { type z } from 'zod'
import { type Manifest } from '#contract/passenger.ts'
import { type ManifestVersionsReply } from '#contract/manifest-version.ts'
import { type FlightRelief } from '#contract/rescue-plan.ts'
import { type WeatherReport } from '#contract/weather-report.ts'
import { type FormAnswer } from '../../ui/form/form-shape.ts'
import { type FlightAmongOthers } from './load-flight-among-others.server.ts'
import { type DelayDoneFacts } from './delay-view.ts'
import { type SeatsView } from './seat-forms.ts'
import { type TransferDoneFacts } from './transfer-view.ts'

type Versions = z.infer<typeof ManifestVersionsReply>

/** What the page of one flight shows. */
export interface ManifestView {
  manifest: Manifest
  /** The printed and accepted versions, and what changed since. */
  versions: Versions
  /** The flight in its day; undefined if the day does not list it. */
  day: FlightAmongOthers | undefined
  /** True for staff who check passengers in and open orders; false for pilots, who only read. */
  canEdit: boolean
  /** The whole minutes until it leaves; below 0 if its time has passed. */
  minutesLeft: number
  /** The reason why a photo was not added or not removed. */
  photoRefusal: string | undefined
  /** The refused form, with its submitted values. */
  answer: FormAnswer | undefined
  /** Whether the form of the seats is open, and what is proposed. */
  seats: SeatsView
  /** Something was just saved. */
  saved: boolean
  /** The cheapest change of a flight over its limits; null for any other, and for pilots. */
  relief: FlightRelief | null
  /** A delay that was just set. */
  delayed: DelayDoneFacts | null
  /** What the station of its terminal reports of its time; nothing once it has left. */
  reports: WeatherReport[]
  /** Guests of another flight who were just moved to this one. */
  moved: TransferDoneFacts | null
}
