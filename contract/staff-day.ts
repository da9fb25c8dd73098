import { z } from 'zod'
import { DelayReason, FlightStatus } from './enums.ts'
import { StaffTask } from './passenger.ts'
import { Dollars, Id, Instant, LocalDate, LocalTime } from './primitives.ts'
import { StaffOnHold } from './weather-hold.ts'

/** A booked flight of a day with what staff need to know of it. */
export const StaffDayFlight = z.object({
  id: Id,
  flight_code: z.string(),
  product_name: z.string(),
  /** The brands that sell the product. */
  brand_ids: z.array(Id),
  terminal_id: Id,
  /** As it was sold. */
  scheduled_at: Instant,
  /** When it is expected to leave, with the delay that was told; `local_time` is the same. */
  depart_at: Instant,
  delay_reason: DelayReason.nullable(),
  /** Staff do not know yet whether the weather lets it fly; null for a flight that is not on hold. */
  on_hold: StaffOnHold.nullable(),
  local_time: LocalTime,
  timezone: z.string(),
  /** When it lands, and when its aircraft can leave again. */
  arrive_at: Instant,
  ready_at: Instant,
  /** The status that staff set; it does not change by time. */
  status: FlightStatus,
  /** How late it is by the clock: its time has passed and it has not left, or not landed. */
  delay_mins: z.number().int(),
  aircraft_id: Id,
  registration: z.string(),
  pilot_id: Id.nullable(),
  pilot_name: z.string().nullable(),
  capacity: z.number().int(),
  seats_sold: z.number().int(),
  /** Seats held for a buyer who is paying, or offered to the waitlist. */
  seats_held: z.number().int(),
  checked_in: z.number().int(),
  /** Those who are awaited although the product's time for being late has come. */
  guests_late: z.number().int(),
  /** Declared and assumed weights of the sold seats together, and what the aircraft may carry. */
  weight_lbs: z.number().int(),
  max_weight_lbs: z.number().int(),
  /** The number of passengers whose weight is not known. */
  weights_missing: z.number().int(),
  /** The manifest changed after it was printed or, without a paper, after the pilot accepted it. */
  manifest_changed: z.boolean(),
})

export const DayTaskKind = z.enum([
  ...StaffTask.shape.kind.options,
  'payment_due',
  'balance_due',
  'weight_missing',
  'no_pilot',
  'no_aircraft',
  'too_heavy',
  'short_turnaround',
  'weather_hold',
])

/** What staff may do about a task at once. */
export const DayTaskAct = z.enum([
  /** `PATCH /v1/flights/{id}` with one of the `pilots`. */
  'set_pilot',
  /** `PATCH /v1/flights/{id}` with another aircraft. */
  'change_aircraft',
  /** `POST /v1/flights/{id}/delays`, after its preview. */
  'delay',
  /** `PATCH /v1/orders/{id}/passengers/{passenger}` for each of the `passengers`. */
  'enter_weights',
  /** `POST /v1/counter_payments`. */
  'take_payment',
  /** `POST /v1/weather_holds/{id}/release`, or call its departures off. */
  'decide_hold',
  /** `PATCH /v1/staff_tasks/{id}`, with what was agreed. */
  'agree',
  'close',
])

/** Something that staff have to settle; what runs out first comes first. */
export const DayTask = z.object({
  /** Names the task within the day. */
  key: z.string(),
  kind: DayTaskKind,
  /** The moment after which it hurts; null if it can wait. */
  due_at: Instant.nullable(),
  acts: z.array(DayTaskAct),
  /** A flight of the day. */
  flight_id: Id.nullable(),
  order_id: Id.nullable(),
  /** What is still to pay. */
  amount: Dollars.nullable(),
  /** The customer's e-mail address and phone number, for a payment. */
  /** The buyer's name, where they have given one. */
  name: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  /** Those whose weight is missing. */
  passengers: z.array(z.object({ id: Id, order_id: Id, full_name: z.string() })),
  /** For a missing pilot: those who can fly it come first. */
  pilots: z.array(
    z.object({
      id: Id,
      name: z.string(),
      /** The pilot can fly it beside the own flights of the day. */
      free: z.boolean(),
      /** When the pilot's flight that keeps them, or the next one after this flight, leaves. */
      flies_at: Instant.nullable(),
    }),
  ),
  /** For a short turnaround: the flight before, and the minutes on the ground. */
  turnaround: z
    .object({ flight_code: z.string(), minutes: z.number().int(), needed: z.number().int() })
    .nullable(),
  /** For a weather hold: which departures wait to be decided. */
  weather_hold: z
    .object({
      id: Id,
      terminal_name: z.string(),
      date: LocalDate,
      from: LocalTime,
      until: LocalTime,
      departures: z.number().int(),
    })
    .nullable(),
  /** The stored task of `/v1/staff_tasks`, for kinds that are listed there. */
  task: StaffTask.nullable(),
})

/** `GET /v1/staff_days/{date}`: the booked flights of a date in each terminal's time zone. */
export const StaffDay = z.object({
  date: LocalDate,
  flights: z.array(StaffDayFlight),
  tasks: z.array(DayTask),
  /** The number of all open tasks, including those that are not listed. */
  task_count: z.number().int(),
  terminals: z.array(
    z.object({
      id: Id,
      name: z.string(),
      timezone: z.string(),
      sunrise: Instant.nullable(),
      sunset: Instant.nullable(),
      /** The end of civil twilight. */
      last_light: Instant.nullable(),
    }),
  ),
  aircraft_out_of_service: z.array(z.object({ id: Id, registration: z.string(), terminal_id: Id })),
  money: z.object({
    /** Money that came in and that was given back on this date, by the ledger. */
    taken: Dollars,
    taken_week_before: Dollars,
    refunded: Dollars,
    /** The unpaid orders of phone and counter. */
    due: Dollars,
    orders_due: z.number().int(),
    /** Cash in the open drawers; null if none is open. */
    drawer: Dollars.nullable(),
  }),
})
export const StaffDayReply = z.object({ staff_day: StaffDay })

export type StaffDay = z.infer<typeof StaffDay>
export type StaffDayFlight = z.infer<typeof StaffDayFlight>
export type DayTask = z.infer<typeof DayTask>
export type DayTaskKind = z.infer<typeof DayTaskKind>
