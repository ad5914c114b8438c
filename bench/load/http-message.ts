/** A GET as it goes over the wire. */
export const getMessage = (path: string, encoding = 'identity') =>
  `GET ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\naccept-encoding: ${encoding}\r\n\r\n`

/** A call of the API as a page of the shop sends it, as a guest with this cart or with none yet. */
export function postMessage(path: string, body: object, cartSession: string | null) {
  const text = JSON.stringify(body)
  return [
    `POST ${path} HTTP/1.1`,
    'host: 127.0.0.1',
    'sec-fetch-site: same-origin',
    'content-type: application/json',
    `content-length: ${Buffer.byteLength(text)}`,
    ...(cartSession === null ? [] : [`cookie: cart_session=${cartCookieOf(cartSession)}`]),
    '',
    text,
  ].join('\r\n')
}

/** Decisions §1.7: what the cart's cookie says. */
const cartCookieOf = (cart_session: string) =>
  encodeURIComponent(JSON.stringify({ api_cart: true, cart_session }))
