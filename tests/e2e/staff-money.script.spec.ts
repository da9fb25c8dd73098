import { type Page } from 'playwright/test'
import {
  acceptTerms,
  CARD,
  fillParty,
  findFlight,
  type FoundFlight,
  readOrderId,
  payOnHostedPage,
  payPath,
  pressBook,
  seatsLeft,
} from '../support/buyer.ts'
import {
  expectAccessibleInAllVariants,
  pressByKeyboard,
  tabTo,
  typeByKeyboard,
} from '../support/by-keyboard.ts'
import { mailedPayPath, openVisitor } from '../support/pay-by-link.ts'
import { expect, test } from '../support/signed-in-staff.ts'

// Staff refund, write off or collect money later, and the test looks at what the customer sees.

const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const said = (page: Page) => page.getByRole('main').getByRole('status').first()
const centsIn = (text: string) =>
  Math.round(Number(/\$([\d,]+\.\d\d)/.exec(text)?.[1]?.replaceAll(',', '')) * 100)

const chooseTime = (page: Page, { time }: FoundFlight) =>
  page.getByRole('radio', { name: new RegExp(`^${time} `) }).check()

test('staff cancel an unpaid phone order, which frees its seats and ends its payment link', async ({
  page,
  browser,
  shop,
  owed,
}) => {
  test.slow()
  const email = 'money.phone@example.com'
  owed.push({ email, paid: 0, unpaid: 1 })
  const flight = await findFlight(shop, 6, 'next', 'never')
  await page.goto(`/staff/sell?product=6&date=${flight.date}&people=2`)
  await typeByKeyboard(page, 'Customer’s e-mail', email)
  await pressByKeyboard(page, new RegExp(`^${flight.time}`))
  await expect(page).toHaveURL(/hold=\d+/)
  expect(await seatsLeft(shop, 6, flight)).toBe(flight.seatsLeft - 2)
  await typeByKeyboard(page, 'Passenger 1, full name', 'Ada Lind')
  await typeByKeyboard(page, 'Passenger 2, full name', 'Bo Lind')
  await pressByKeyboard(page, /^Mail the link, \$/)
  await expect(page).toHaveURL(/\/staff\/orders\/\d+/)
  expect(await seatsLeft(shop, 6, flight)).toBe(flight.seatsLeft - 2)

  const customer = await openVisitor(browser, shop)
  await customer.goto(await mailedPayPath(shop, email))
  await expect(heading(customer)).toHaveText('Your flight is waiting')

  await pressByKeyboard(page, 'Cancel this unpaid order')
  await pressByKeyboard(page, 'Cancel the order')
  await expect(page.locator('#cancel').getByRole('alert')).toBeVisible()
  await expectAccessibleInAllVariants(page)
  await typeByKeyboard(page, 'Reason for cancelling', 'Changed their mind')
  await page.keyboard.press('Enter')
  await expect(said(page)).toContainText('The order is cancelled. Nothing had been paid.')
  await expect(page.getByRole('heading', { name: /^Take \$/ })).toHaveCount(0)
  expect(await seatsLeft(shop, 6, flight)).toBe(flight.seatsLeft)

  await pressByKeyboard(customer, 'See it and pay')
  await expect(heading(customer)).toHaveText('This booking is over')
  await expect(customer.getByRole('button', { name: 'See it and pay' })).toHaveCount(0)
  await expectAccessibleInAllVariants(customer)
  await customer.context().close()
})

test('staff price a reschedule and mail a link, and the customer’s payment reschedules the flight', async ({
  page,
  browser,
  shop,
  sell,
  owed,
}) => {
  test.slow()
  const email = 'money.moves@example.com'
  owed.push({ email, paid: 1 })
  const { orderId, departureId, date } = await sell(email)
  const to = await findFlight(shop, 6, 'next', 'never')
  await page.goto(`/staff/orders/${String(orderId)}/move?date=${to.date}`)
  await chooseTime(page, to)
  await pressByKeyboard(page, 'Show what it costs')
  const due = centsIn(await page.getByRole('heading', { name: /^Take \$/ }).innerText())
  await pressByKeyboard(page, `Mail ${email} a link to pay`)
  await expect(page).toHaveURL(/\/staff\/orders\/\d+/)
  await expect(said(page)).toContainText('the flight moves once it is paid')
  expect(centsIn(await said(page).innerText())).toBe(due)
  await expectAccessibleInAllVariants(page)
  // Nothing is rescheduled yet: seats on both flights are held.
  const from = { ...to, departureId, date }
  expect(await seatsLeft(shop, 6, from)).toBe(to.seatsLeft - 2)
  expect(await seatsLeft(shop, 6, to)).toBe(to.seatsLeft - 2)

  const customer = await openVisitor(browser, shop)
  await customer.goto(await mailedPayPath(shop, email))
  await pressByKeyboard(customer, 'See it and pay')
  await payOnHostedPage(customer, CARD)
  await customer.waitForURL(/\/reschedule-flight-confirmation/)
  await expect(customer.getByRole('main')).toContainText(to.time)
  await customer.context().close()

  await page.reload()
  await expect(page.locator('.desk-head').first()).toContainText(to.time)
  expect(await seatsLeft(shop, 6, from)).toBe(to.seatsLeft)
  expect(await seatsLeft(shop, 6, to)).toBe(to.seatsLeft - 2)
})

test('a bounced mail is sent again to the corrected address', async ({ page, shop, sell }) => {
  test.slow()
  const [wrong, meant] = ['bounce.money@example.com', 'money.meant@example.com']
  const { orderId } = await sell(wrong)
  const ticket = page.getByRole('row').filter({ hasText: wrong })
  await expect(async () => {
    await page.goto('/staff/mails?state=bounced')
    await expect(ticket).toContainText('Is the address mistyped?', { timeout: 1000 })
  }).toPass({ timeout: 100_000 })
  await expect(ticket).toContainText(`O-${String(orderId)}`)
  await expectAccessibleInAllVariants(page)
  const box = ticket.getByLabel('To', { exact: true })
  await expect(box).toHaveValue(wrong)
  await box.fill('money.meant@')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main').getByRole('alert')).toContainText('Please look at the address.')
  await expect(box).toHaveValue('money.meant@')
  await expectAccessibleInAllVariants(page)
  await box.fill(meant)
  await page.keyboard.press('Enter')
  await expect(said(page)).toContainText('It goes out again.')
  await expect(ticket).toContainText('Sent again')
  // The customer also gets the link to the account, which had been sent to the wrong address.
  const tickets = async () => (await shop.mails(meant)).filter(({ subject }) => subject.includes('booked'))
  await expect.poll(tickets, { timeout: 100_000 }).toHaveLength(1)
  expect(await shop.mails(wrong)).toEqual([])
})

test('staff change the contact details of one brand, and the other brand’s shop stays as it was', async ({
  page,
  browser,
  shop,
}) => {
  test.slow()
  const visitor = await openVisitor(browser, shop)
  const phone = async (host: string) => {
    await visitor.goto(`http://${host}:${String(shop.port)}/`)
    return visitor.getByRole('contentinfo').locator('a.phone').innerText()
  }
  const [was, others] = [await phone('tidewater.localhost'), await phone('localhost')]
  await page.goto('/staff/catalogue/brands/2')
  await expect(page.getByRole('group', { name: 'The desk and its mails' }).getByLabel('Phone')).toHaveValue(
    was,
  )
  const change = async (to: string) => {
    await tabTo(page, 'Phone')
    await page.keyboard.press('ControlOrMeta+A')
    await page.keyboard.type(to)
    await page.keyboard.press('Enter')
  }
  await change('(555) 010-0199')
  await expect(said(page)).toContainText('Saved.')
  await expectAccessibleInAllVariants(page)
  await expect.poll(() => phone('tidewater.localhost'), { timeout: 100_000 }).toBe('(555) 010-0199')
  expect(await phone('localhost')).toBe(others)
  await change(was)
  await expect(said(page)).toContainText('Saved.')
  await expect.poll(() => phone('tidewater.localhost'), { timeout: 100_000 }).toBe(was)
  await visitor.context().close()
})

/** Reads the refunded cents in the day's report from each table that lists them. */
async function readGivenBack(page: Page): Promise<number[]> {
  await page.goto('/staff/reports/day')
  await expect(page.getByRole('main')).toContainText('The books balance')
  const figure = async (table: string, row: string, column: string) => {
    const region = page.getByRole('region', { name: table, exact: true })
    const heads = await region.locator('thead th').allInnerTexts()
    const at = heads.findIndex((head) => head.toLowerCase() === column)
    expect(at, `${table} has a column ${column}`).toBeGreaterThan(0)
    const line = region.locator('tbody tr').filter({ has: page.getByRole('rowheader', { name: row }) })
    // A row appears as soon as it has an entry.
    return (await line.count()) === 0
      ? 0
      : centsIn(
          await line
            .locator('td')
            .nth(at - 1)
            .innerText(),
        ) || 0
  }
  return [
    await figure('Sales by channel', 'Web', 'given back'),
    await figure('Money in and out by place', 'At the payment provider', 'out'),
    await figure('Money in and out by reason', 'Refunds', 'out'),
  ]
}

test('one seat of two is refunded as previewed, and page, ledger and day report agree', async ({
  page,
  browser,
  shop,
  owed,
}) => {
  test.slow()
  const email = 'money.units@example.com'
  owed.push({ email, paid: 1 })
  const flight = await findFlight(shop, 6, 'next', 'never')
  const customer = await openVisitor(browser, shop)
  await customer.goto(payPath(flight, 2))
  await fillParty(customer, { email, names: ['Ada Lind', 'Bo Lind'], weights: ['140', '150'] })
  await acceptTerms(customer)
  await pressBook(customer)
  await payOnHostedPage(customer, CARD)
  const orderId = await readOrderId(customer)
  await customer.context().close()

  const before = await readGivenBack(page)
  await page.goto(`/staff/orders/${String(orderId)}`)
  const part = page.locator('#refund')
  await part.getByRole('checkbox', { name: 'Bo Lind' }).check()
  await typeByKeyboard(page, 'Reason', 'Bo stays at home')
  await page.keyboard.press('Enter')
  await expect(part).toContainText('This would come back')
  await expect(part).toContainText(/1 of 2 seats/)
  await expectAccessibleInAllVariants(page)
  const back = centsIn(await part.getByRole('button', { name: /^Refund \$/ }).innerText())
  // Both seats are alike, so one is half of what was paid, including fees.
  const paid = centsIn(await page.getByRole('region', { name: 'Money' }).locator('.total').innerText())
  expect(back * 2).toBe(paid)
  await pressByKeyboard(page, /^Refund \$/)

  const ledger = page.locator('#ledger')
  await expect(page.getByText(/given back to/)).toBeVisible()
  await pressByKeyboard(page, /^Ledger, /)
  await expect(ledger.getByRole('row', { name: /^refunded/ }).first()).toBeVisible()
  const sides = await ledger.locator('tbody').evaluate((body) => {
    const rows = [...body.querySelectorAll('tr')].filter((row) => row.textContent.startsWith('refunded'))
    return [1, 2].map((side) => rows.map((row) => row.querySelectorAll('td')[side]?.textContent ?? ''))
  })
  const sumOf = (texts: string[] = []) => texts.reduce((sum, text) => sum + (centsIn(text) || 0), 0)
  expect(sides.map(sumOf)).toEqual([back, back])
  // One seat is left to refund, and the other one is on sale.
  await expect(part.getByRole('checkbox')).not.toHaveCount(0)
  await expect(part.getByRole('combobox')).toHaveCount(0)
  expect(await seatsLeft(shop, 6, flight)).toBe(flight.seatsLeft - 1)
  const after = await readGivenBack(page)
  expect(after.map((figure, at) => figure - (before[at] ?? 0))).toEqual([back, back, back])
})
