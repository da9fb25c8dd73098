/**
 * The names of all kinds of text, as the outbox and `/v1` tell them. What a kind is stands in its
 * declaration (`declareText`), in the room of its subject.
 */
export type TextKind =
  | 'payment_link'
  | 'part_paid'
  | 'balance_due_soon'
  | 'balance_due_changed'
  | 'before_flight'
  | 'guests_late'
  | 'called_off'
  | 'flight_delayed'
  | 'flight_moved'
  | 'flight_transferred'
  | 'weather_hold'
  | 'weather_hold_released'
  | 'ticket'
