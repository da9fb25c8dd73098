import { type UnitOfWork } from '../../store/unit-of-work.ts'
import { missing } from '../stripe-failure.ts'

/** @throws StripeFailure resource_missing, for deleted ones too */
export async function requireCustomer(unit: UnitOfWork, id: string, param = 'id') {
  const found = await unit.find('customer', id)
  if (!found || found.hidden.deleted) throw missing('customer', id, param)
  return found
}
