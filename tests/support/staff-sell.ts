import { runIntegrityChecks } from '#api/bookkeeping/integrity-checks/run-integrity-checks.ts'
import { openPayingShop, type PayingShop } from './paying-shop.ts'
import { type Browser, openShopPages } from './shop-pages.ts'
import { logIn } from './shopper.ts'

/** A shop that takes payments, with its pages and a signed-in staff member. */
export async function openStaffShop() {
  const shop = await openPayingShop()
  const pages = await openShopPages(shop)
  const staffToken = await logIn(shop, 'staff@example.com')
  return { shop, pages, staffToken, staff: await pages.browser({ token: staffToken }) }
}

export const readMainText = (html: string) =>
  (/<main.*<\/main>/s.exec(html)?.[0] ?? '')
    .replace(/<template.*?<\/template>/gs, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
export const readRedirectPath = (location: string | null) => (location ?? '').replace(/#.*/, '')
/** Reads the value of a field of a page. */
export const readFieldValue = (html: string, name: string) =>
  / value="([^"]*)"/.exec(new RegExp(`<input[^>]* name="${name}"[^>]*>`).exec(html)?.[0] ?? '')?.[1]
/** Reads the key of the form that binds a change to what was seen. */
export const readFormKey = (html: string) =>
  /name="key" value="([^"]+)"\/?><input type="hidden" name="seen"/.exec(html)?.[1]
/** Reads the order id from the address of a staff page. */
export const readOrderId = (path: string) => Number(path.split('/').at(-1))

/** "Ada Lind, 150" on each line, as the fields of the form. */
const passengerFields = (names: string): Record<string, string> =>
  Object.fromEntries(
    names.split('\n').flatMap((line, at) => {
      const [name = '', weight = ''] = line.split(', ')
      return [
        [`name_${String(at + 1)}`, name],
        [`weight_${String(at + 1)}`, weight],
      ]
    }),
  )

/** What staff do at the counter. The shop is passed as a function because it is opened later. */
export function createSellHelpers(open: () => { shop: PayingShop; staff: Browser }) {
  const saleOf = async (more: Record<string, string> = {}) => {
    const { departureId, departAt } = await open().shop.nextFlight()
    const { kind = 'seat', names = 'Ada Lind, 150\nBo Lind', quantity = '2', ...rest } = more
    const query = new URLSearchParams({ product: '6', kind, date: departAt.slice(0, 10) })
    if (kind !== 'gift_card') query.set('people', quantity)
    const party = { quantity, email: 'Walk.In@example.com', full_name: 'Ada Lind', phone: '' }
    const departure = `${String(departureId)} ${departAt}`
    const form = { departure, ...party, ...passengerFields(names), pay: 'later', ...rest }
    return { page: `/staff/sell?${query.toString()}`, form }
  }
  return {
    saleOf,
    /** Staff fetch the price first, and then send what they saw. */
    sell: async (more: Record<string, string> = {}) => {
      const { staff } = open()
      const { page, form } = await saleOf(more)
      const shown = await staff.post(page, { ...form, intent: 'price' })
      const seen = readFieldValue(shown.html, 'seen')
      return seen === undefined ? shown : staff.post(page, { ...form, intent: 'sell', seen })
    },
    dueOf: async (path: string) =>
      /name="due" value="([^"]+)"/.exec((await open().staff.get(path)).html)?.[1] ?? '',
    ledger: (orderId: number, account: string) =>
      open().shop.count(
        'select coalesce(sum(e.amount_cents), 0)::int from ledger_entries e join ' +
          'ledger_transactions t on t.id = e.transaction_id where t.order_id = $1 and e.account ' +
          '= $2',
        orderId,
        account,
      ),
    /** Counts the failing rows of every integrity check, which must be 0. */
    brokenPromises: async (inMinutes = 0) => {
      const { database, clock } = open().shop.deps
      const checked = await runIntegrityChecks(
        database.db,
        new Date(clock.now().getTime() + inMinutes * 60_000),
      )
      return checked.filter(({ failing }) => failing > 0).map(({ check }) => check)
    },
  }
}
