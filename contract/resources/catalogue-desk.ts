import {
  campaignShape,
  fareShape,
  feeShape,
  productCategoryShape,
  terminalShape,
  upgradeShape,
} from './catalogue-shapes.ts'
import {
  aircraftShape,
  aircraftTypeShape,
  departureExceptionShape,
  departureShape,
  discountCodeShape,
  discountShape,
  operatorShape,
} from './desk-shapes.ts'
import { brandShape, productShape } from './product-shapes.ts'
import { type ResourceShape } from './resource-shape.ts'

/** The resources with their own pages in the staff area, in menu order. */
export const staffShapes: readonly ResourceShape[] = [
  productShape,
  departureShape,
  departureExceptionShape,
  fareShape,
  upgradeShape,
  feeShape,
  campaignShape,
  discountShape,
  discountCodeShape,
  productCategoryShape,
  terminalShape,
  aircraftTypeShape,
  aircraftShape,
  operatorShape,
  brandShape,
]

export const findStaffShape = (plural: string | undefined): ResourceShape | undefined =>
  staffShapes.find((shape) => shape.plural === plural)
