import { expect, type Page } from '@playwright/test'

/** Calls the API as one of the shop's pages, from a random IP address so that tests do not share rate limits. */
async function call(page: Page, path: string, data: object) {
  const part = () => 1 + Math.floor(Math.random() * 250)
  const headers = { 'x-forwarded-for': `10.${part()}.${part()}.${part()}`, 'sec-fetch-site': 'same-origin' }
  const reply = await page.request.post(path, { data, headers })
  expect(reply.ok(), await reply.text()).toBe(true)
}

/** Saves an address in Bengaluru with this street. */
export async function saveAddress(page: Page, address_line_1: string) {
  const reply = await page.request.get('/api/settings/countries')
  const { data } = (await reply.json()) as {
    data: { id: number; code: string; states: { id: number; name: string }[] }[]
  }
  const country = data.find(({ code }) => code === 'IN')
  await call(page, '/api/address/add', {
    first_name: 'Asha',
    last_name: 'Rao',
    phone: '9876543210',
    address_line_1,
    city: 'Bengaluru',
    postcode: '560001',
    country_id: country?.id,
    state_id: country?.states.find(({ name }) => name === 'Karnataka')?.id,
  })
}
