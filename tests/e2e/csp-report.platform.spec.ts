import { expect, test } from 'playwright/test'
import { copyDemoData } from '../support/prepare-shop.ts'
import { startShop } from '../support/start-shop.ts'

test('what the content security policy forbids does not run and is reported to the service', async ({
  page,
}) => {
  const shop = await startShop({ dataDir: copyDemoData() })
  await page.route(`${shop.origin}/`, async (route) => {
    const answer = await route.fetch()
    const body = (await answer.text()).replace(
      '</head>',
      '<script>document.title = "changed"</script></head>',
    )
    await route.fulfill({ response: answer, body })
  })
  await page.goto(`${shop.origin}/`)
  expect(await page.title()).not.toBe('changed')
  await expect
    .poll(() => shop.log().filter((line) => line['msg'] === 'csp report'))
    .toMatchObject([{ page: `${shop.origin}/`, blocked: 'inline' }])
  await shop.stop()
})

test('an error in the browser reaches the log without the query string', async ({ page }) => {
  const shop = await startShop({ dataDir: copyDemoData() })
  await page.goto(`${shop.origin}/?email=ada@example.com`)
  await page.waitForLoadState('load')
  await page.evaluate(() => {
    setTimeout(() => {
      throw new Error('broken on purpose')
    })
  })
  const told = () => shop.log().filter((line) => line['msg'] === 'browser error')
  await expect.poll(told).toHaveLength(1)
  expect(told()[0]).toMatchObject({ page: '/' })
  expect(String(told()[0]?.['message'])).toContain('broken on purpose')
  expect(shop.output()).not.toContain('ada@')
  await shop.stop()
})
