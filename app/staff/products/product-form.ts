import { productSheetShape } from '#contract/product-sheet.ts'
import { type Field } from '#contract/resources/field.ts'
import { getFieldLabel } from '#contract/resources/resource-shape.ts'
import { type FormShape } from '../../ui/form/form-shape.ts'

/** The fields of the form that are fields of the product; its status has buttons. */
export const PRODUCT_FIELDS = [
  'name',
  'slug',
  'subtitle',
  'description',
  'place',
  'photo',
  'photo_focal',
  'photo_alt',
  'seat_price',
  'flight_price',
  'flight_duration_mins',
  'check_in_mins',
  'late_mins',
  'no_show',
  'no_show_days',
  'no_show_percent',
  'sales_close_mins',
  'staff_sales_close_mins',
  'seats_held_back',
  'min_passengers',
  'min_decided_mins',
  'min_missed',
  'passenger_types',
  'departure_terminal_id',
  'aircraft_type_id',
  'brand_id',
  'availability',
  'publish_at',
  'publish_until',
] as const satisfies (keyof typeof productSheetShape.fields)[]

export type ProductField =
  (typeof PRODUCT_FIELDS)[number] | 'photo_file' | 'fly' | 'times' | 'new_time' | 'new_sunset'

const fields: Readonly<Record<string, Field>> = productSheetShape.fields
export const labelOf = (name: (typeof PRODUCT_FIELDS)[number]): string =>
  getFieldLabel(name, fields[name] ?? {})

/** The page of a product: its fields, the boxes of its timetable, and a time to add. */
export const PRODUCT_SHAPE: FormShape<ProductField> = {
  id: 'product',
  labels: {
    ...(Object.fromEntries(PRODUCT_FIELDS.map((name) => [name, labelOf(name)])) as Record<
      (typeof PRODUCT_FIELDS)[number],
      string
    >),
    photo: null,
    photo_file: 'A photo',
    fly: 'Timetable',
    times: null,
    new_time: 'Another time',
    new_sunset: 'Or minutes from sunset',
  },
  fieldId: (name) => (name === 'place' ? 'place-manhattan' : name === 'fly' ? 'timetable' : name),
  elsewhere: ['fly', 'times', 'passenger_types'],
}
