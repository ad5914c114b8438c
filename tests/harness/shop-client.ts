/** A minimal shopper over plain HTTP, with the cart's cookie. */
type Shopper = { cookie: string; headers?: Record<string, string> }

async function call(url: string, path: string, shopper: Shopper, { method = 'GET', input = {} } = {}) {
  const response = await fetch(url + path, {
    method,
    headers: {
      'sec-fetch-site': 'same-origin',
      ...shopper.headers,
      ...(shopper.cookie ? { cookie: shopper.cookie } : {}),
      ...(method === 'GET' ? {} : { 'content-type': 'application/json' }),
    },
    ...(method === 'GET' ? {} : { body: JSON.stringify(input) }),
  })
  const cookie = response.headers.getSetCookie().find((one) => /^(__Host-)?cart_session=/.test(one))
  if (cookie) shopper.cookie = cookie.split(';')[0] as string
  const reply = (await response.json()) as { status: string; message?: string; data: never }
  if (reply.status !== 'success') throw new Error(`${method} ${path}: ${response.status} ${reply.message}`)
  return reply.data
}

/** Adds one unit of a product to a new cart and returns its shopper. */
export async function startCart(
  url: string,
  slug: string,
  headers: Record<string, string> = {},
): Promise<Shopper> {
  const shopper = { cookie: '', headers }
  const { id }: { id: number } = await call(url, `/api/product/single-product/${slug}`, shopper)
  await call(url, '/api/cart/add-item', shopper, { method: 'POST', input: { product_id: id } })
  return shopper
}

export const readCart = (url: string, shopper: Shopper): Promise<object> =>
  call(url, '/api/cart/get', shopper)

type Buying = { payment_method?: string; email?: string; headers?: Record<string, string> }

/** Places an order of one unit, by default cash on delivery, and returns it once the shop has confirmed it. */
export async function placeOrder(
  url: string,
  slug: string,
  { payment_method = 'cod', email = 'asha@example.com', headers = {} }: Buying = {},
): Promise<{ order_no: string }> {
  const shopper = await startCart(url, slug, headers)
  const put = (path: string, input: object): Promise<{ version: number }> =>
    call(url, path, shopper, { method: 'PUT', input })
  const countries: { id: number; states: { id: number; name: string }[] }[] = await call(
    url,
    '/api/settings/countries',
    shopper,
  )
  const [country] = countries
  await put('/api/cart/update-contact', { phone: '9876543210', email })
  await put('/api/cart/update-address', {
    address_type: 'Shipping',
    same_as_shipping: true,
    country_id: country?.id,
    state_id: country?.states.find(({ name }) => name === 'Karnataka')?.id,
    first_name: 'Asha',
    last_name: 'Rao',
    phone: '9876543210',
    address_line_1: '12 Lake Road',
    city: 'Bengaluru',
    postcode: '560001',
  })
  await put('/api/cart/update-shipping-mode', { shipping_method: 'standard' })
  const { version } = await put('/api/cart/update-payment-mode', { payment_method })
  return call(url, '/api/checkout/place-order', shopper, {
    method: 'POST',
    input: { version, idempotency_key: crypto.randomUUID(), accept_tnc: true },
  })
}

/** All mails and SMS of the outbox as text. */
export const readOutbox = async (url: string) => (await fetch(`${url}/dev/outbox.json`)).text()
