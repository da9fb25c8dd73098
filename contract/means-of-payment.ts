/**
 * Every means of payment, once. The schemas of `/v1`, the columns and checks of the database, the
 * ledger's accounts, the reports, the staff's forms and the words on receipts and in mails follow
 * from these lists. Docs: docs/payments.md, "Another means of payment".
 */

/** A number that staff copy from paper; the same number of one means pays once. */
interface Reference<Field> {
  /** The name of its field in the staff's forms. */
  field: Field
  /** What it is called before the number. */
  noun: string
  label: string
  /** What staff are asked when they left it out. */
  missing: string
  used: string
}

/** What staff take at the counter. They pay its refund out there, too. */
interface InPerson<Field> {
  /** What its form is called. */
  form: string
  button: string
  /** What staff read once it is booked. */
  done: string
  /** It goes into the seller's own drawer, which must be open, and change is given. */
  drawer: boolean
  reference: Reference<Field> | null
  /** How its refund is paid out: for staff, for the customer, and in a mail after the amount. */
  refund: { staff: string; page: string; mail: string }
}

interface MeansOfPayment {
  /** The account of the ledger where its money is, and what reports call it. */
  account: string
  accountName: string
  /** Its name on receipts and order pages; null where the card names it. */
  label: string | null
  /** Null for the provider's: card, wallet and hosted page. */
  inPerson: InPerson<string> | null
}

/** Means that bring money, by the `method` of a payment. */
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

/** Those that staff take, in the order of their forms. */
export const inPersonMethods = paymentMethods.filter(
  isInPersonMethod,
) as unknown as AtLeastOne<InPersonMethod>

/** The form fields of numbers. */
export type ReferenceField = NonNullable<
  (typeof meansOfPayment)[InPersonMethod]['inPerson']['reference']
>['field']

/** What staff take, as every form and check reads it. */
export const inPersonMeans = (method: InPersonMethod): InPerson<ReferenceField> =>
  meansOfPayment[method].inPerson

/** Those whose payments carry a reference. */
export const methodsWithReference = inPersonMethods.filter(
  (method) => inPersonMeans(method).reference !== null,
)

interface StoredValue {
  account: string
  accountName: string
  label: string
}

/** Means that were paid before, by the `kind` of a tender: what they hold is owed to their owners. */
export const storedValue = {
  gift_card: { account: 'gifts', accountName: 'Gift cards not used yet', label: 'Gift card' },
  voucher: { account: 'vouchers', accountName: 'Vouchers not used yet', label: 'Voucher' },
  credit: { account: 'credit', accountName: 'Account credit', label: 'Account credit' },
} as const satisfies Record<string, StoredValue>

export type StoredValueKind = keyof typeof storedValue
export const storedValueKinds = keysOf(storedValue)
