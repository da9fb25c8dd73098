import { voucherShape } from '#contract/resources/people-shapes.ts'
import { vouchers } from '../db/schema/tenders.ts'
import { conflict, declareResource } from '../resources/resource.ts'
import { refuseGivingToOneself, refuseEarlierExpiry } from '../resources/resource-checks.ts'

/** Given with `POST /v1/vouchers`, which posts its value to the books. */
export const voucherResource = declareResource({
  shape: voucherShape,
  table: vouchers,
  methods: ['change', 'remove'],
  refused: { remove: 'A voucher stays in the books: it ends by being spent, or by its day.' },
  check: (row, { by, before }) =>
    before?.['state'] === 'void'
      ? conflict('This voucher was taken back.')
      : (refuseGivingToOneself(by, before?.['userId']) ?? refuseEarlierExpiry(row, before)),
})
