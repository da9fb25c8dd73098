import { expect, test } from '../support/signed-in-staff.ts'

/** The pages of a PDF by its page objects; a tree of pages is written as `/Pages`. */
const countPages = (pdf: Buffer) => pdf.toString('latin1').match(/\/Type\s*\/Page\b(?!s)/g)?.length

test('the sheet of six passengers is one page on A4 and on Letter', async ({ page, sell }) => {
  const { flightId } = await sell('prints@example.com')
  await page.goto(`/staff/flights/${String(flightId)}`)
  await page.getByRole('button', { name: 'Print the manifest' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Load manifest')
  // The flight has seats for four, so further lines stand for an aircraft of six.
  await page
    .locator('.paper tbody')
    .nth(1)
    .evaluate((lines) => {
      while (lines.children.length < 6) lines.append(lines.children[0]?.cloneNode(true) ?? '')
    })
  expect(await page.locator('.paper .box').count()).toBe(6)
  await page.emulateMedia({ media: 'print' })
  await expect(page.locator('.desk-bar')).toBeHidden()
  for (const format of ['A4', 'Letter']) {
    expect(countPages(await page.pdf({ format, printBackground: true })), format).toBe(1)
  }
})

test('the passengers of a flight keep their columns on paper where nobody has extras', async ({
  page,
  sell,
}) => {
  const { flightId } = await sell('columns@example.com')
  await page.goto(`/staff/flights/${String(flightId)}`)
  await page.emulateMedia({ media: 'print' })
  const leftOf = (cell: string) =>
    page
      .locator(`.pax ${cell}`)
      .first()
      .evaluate((shown) => Math.round(shown.getBoundingClientRect().left))
  for (const [column, cell] of [
    ['5', '.pax-extras'],
    ['6', '.pax-press'],
  ] as const) {
    expect(await leftOf(`tbody ${cell}`), cell).toBe(await leftOf(`thead th:nth-child(${column})`))
  }
})
