import { createHash } from 'node:crypto'
import { productSheetShape } from '#contract/product-sheet.ts'
import { rowTag } from '#contract/resources/row-tag.ts'
import { presentRow, toColumns } from '../../resources/present-row.ts'
import { type Resource, type Row, type Wire } from '../../resources/resource.ts'
import { type DepartureRow, type ProductRow } from '../../store/catalogue/read-catalogue.ts'
import { productResource } from '../product-resources.ts'

/** The products as their sheets show them: with a part of their fields. */
const sheetResource: Resource = { ...productResource, shape: productSheetShape }

export const presentSheetFields = (row: Row) => presentRow(sheetResource, row)

/** The columns that sent fields set, with those that follow from them. */
export function productColumns(sent: Wire): Partial<ProductRow> {
  const { values } = toColumns(sheetResource, sent)
  return { ...values, ...productResource.derive?.(values) } as Partial<ProductRow>
}

/** The `ETag` of a sheet: it changes with the product's fields and with its departures. */
export function sheetTag(product: Row, rules: readonly DepartureRow[]): string {
  const timetable = rules.map(
    ({ id, dayOfWeek, time, offsetInMins, publishStatus, publishUntil }) =>
      [id, dayOfWeek, time, offsetInMins, publishStatus, publishUntil?.toISOString() ?? null] as const,
  )
  const text = JSON.stringify([rowTag(productSheetShape, presentSheetFields(product)), timetable])
  return `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`
}
