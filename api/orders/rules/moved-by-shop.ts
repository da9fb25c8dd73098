/** The reason of an order's event when the shop moved its party because the aircraft does not fly. */
export const MOVED_BY_SHOP = 'moved because the aircraft does not fly'
