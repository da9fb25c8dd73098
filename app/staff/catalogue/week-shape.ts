import { type FormShape } from '../../ui/form/form-shape.ts'

export const WEEK_SHAPE = {
  id: 'week',
  labels: {
    product_id: 'Product',
    days: 'Weekdays',
    times: 'Times',
    at_sunset: 'Also at sunset',
    from: 'First day',
    until: 'Last day',
    left_out_dates: 'Days left out',
    fare_id: 'Fare',
    seat_price: 'Seat price',
    flight_price: 'Price of a whole aircraft',
    publish_at: 'On sale from',
    publish_status: 'To be seen',
    without_conflicts: 'Leave out the days that have no aircraft of their own',
  },
  // The error summary links to the first check box of the list.
  fieldId: (name) => (name === 'days' ? 'day-1' : name),
} as const satisfies FormShape

export type WeekField = keyof typeof WEEK_SHAPE.labels
