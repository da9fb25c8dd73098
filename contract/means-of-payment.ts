/**
 * The list of all means of payment. The schemas of `/v1`, the columns and checks of the database,
 * the ledger's accounts, the reports, the staff's forms and the words on receipts and in mails are
 * derived from it. Docs: docs/payments.md, "Another means of payment".
 */

/**
 * A reference number that staff copy from a document; for each means of payment it pays only once.
 */
interface Reference<Field> {
  /** The name of the field in the staff's forms. */
  field: Field
  /** The noun before the number. */
  noun: string
  label: string
  /** The validation message for a missing number. */
  missing: string
  used: string
}

/** A means of payment that staff accept at the counter, where they also pay out its refunds. */
interface InPerson<Field> {
  /** The title of the form. */
  form: string
  button: string
  /** The message to staff after the payment is recorded. */
  done: string
  /** The money goes into the seller's own cash drawer, which must be open, and change is given. */
  drawer: boolean
  reference: Reference<Field> | null
  /**
   * How a refund is paid out, in words for staff, for the order page, and for a mail after the
   * amount.
   */
  refund: { staff: string; page: string; mail: string }
}

interface MeansOfPayment {
  /** The ledger account of the money, and its name in reports. */
  account: string
  accountName: string
  /** The name on receipts and order pages; null where the card's brand is the name. */
  label: string | null
  /** The details of a means accepted at the counter; null for card, wallet and hosted page. */
  inPerson: InPerson<string> | null
}

/** The means of payment that bring in money, by the `method` of a payment. */
export const meansOfPayment = {
  online: { account: 'stripe', accountName: 'At the payment provider', label: null, inPerson: null },
  cash: {
    account: 'cash',
    accountName: 'In the drawer',
    label: 'Cash',
    inPerson: {
      form: 'In cash',
      button: 'Taken in cash',
      done: 'Paid in cash.',
      drawer: true,
      reference: null,
      refund: {
        staff: 'in cash',
        page: 'In cash, at our desk',
        mail: 'in cash waits for you at our desk',
      },
    },
  },
  reader: {
    account: 'reader',
    accountName: 'At the card reader',
    label: 'Card at the counter',
    inPerson: {
      form: 'By card reader',
      button: 'Paid by the card reader',
      done: 'Paid by the card reader.',
      drawer: false,
      reference: {
        field: 'slip',
        noun: 'slip',
        label: 'Number of the reader’s slip',
        missing: 'Please copy the number of the slip',
        used: 'This slip has paid another order already',
      },
      refund: {
        staff: 'by the card reader',
        page: 'To your card, by our card reader at our desk',
        mail: 'goes back to your card by our card reader at our desk',
      },
    },
  },
} as const satisfies Record<string, MeansOfPayment>

export type PaymentMethod = keyof typeof meansOfPayment
export type InPersonMethod = {
  [Method in PaymentMethod]: (typeof meansOfPayment)[Method]['inPerson'] extends null ? never : Method
}[PaymentMethod]

type AtLeastOne<T> = readonly [T, ...T[]]
const keysOf = <Key extends string>(list: Record<Key, unknown>) =>
  Object.keys(list) as unknown as AtLeastOne<Key>

export const paymentMethods = keysOf(meansOfPayment)

export const isInPersonMethod = (method: unknown): method is InPersonMethod =>
  paymentMethods.some((one) => one === method && meansOfPayment[one].inPerson !== null)

/** The methods that staff accept, in the order of their forms. */
export const inPersonMethods = paymentMethods.filter(
  isInPersonMethod,
) as unknown as AtLeastOne<InPersonMethod>

/** The form fields of reference numbers. */
export type ReferenceField = NonNullable<
  (typeof meansOfPayment)[InPersonMethod]['inPerson']['reference']
>['field']

/** Returns the details of a method that staff accept, in the type that forms and checks read. */
export const inPersonMeans = (method: InPersonMethod): InPerson<ReferenceField> =>
  meansOfPayment[method].inPerson

/** The methods whose payments have a reference number. */
export const methodsWithReference = inPersonMethods.filter(
  (method) => inPersonMeans(method).reference !== null,
)

interface StoredValue {
  account: string
  accountName: string
  label: string
}

/** Stored value, by the `kind` of a tender: its unused balances are liabilities to their owners. */
export const storedValue = {
  gift_card: { account: 'gifts', accountName: 'Gift cards not used yet', label: 'Gift card' },
  voucher: { account: 'vouchers', accountName: 'Vouchers not used yet', label: 'Voucher' },
  credit: { account: 'credit', accountName: 'Account credit', label: 'Account credit' },
} as const satisfies Record<string, StoredValue>

export type StoredValueKind = keyof typeof storedValue
export const storedValueKinds = keysOf(storedValue)
